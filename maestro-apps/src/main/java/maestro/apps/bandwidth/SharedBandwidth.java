package maestro.apps.bandwidth;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import maestro.api.ApplicationContext;
import maestro.api.topology.Bandwidth;
import maestro.api.topology.Link;
import maestro.api.topology.OwnReservation;
import maestro.api.topology.Reservation;
import maestro.api.topology.Reservation.State;
import maestro.api.topology.ReservedTraffic;
import maestro.api.topology.Topology.Port;
import maestro.apps.bandwidth.AskedReservations.Asked;
import maestro.apps.bandwidth.AskedReservations.Asker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The value of the view {@code bandwidth}: what other applications see and ask for.
 *
 * <ol>
 *   <li>An ask is decided on the event thread, by a task of this application.
 *   <li>The asker is told by a task of its own, so that what it throws is its own fault.
 *   <li>When the asker is taken out, this application gives back what it has.
 *   <li>When this application is taken out, the asker is told that all has ended.
 * </ol>
 *
 * <p>Threads: any.
 */
final class SharedBandwidth implements Bandwidth {
  private static final Logger LOG = LoggerFactory.getLogger(SharedBandwidth.class);

  private final ApplicationContext context;
  private final LinkReservations links;
  private final Ways ways;
  private final AskedReservations asked;

  /** By asker: what it has asked for and not given back. */
  private final Map<ApplicationContext, Set<Own>> ofAskers = new ConcurrentHashMap<>();

  /** Volatile: whether this application is taken out. */
  private volatile boolean isOut;

  SharedBandwidth(
      ApplicationContext context, LinkReservations links, Ways ways, AskedReservations asked) {
    this.context = context;
    this.links = links;
    this.ways = ways;
    this.asked = asked;
  }

  @Override
  public long capacityKbps(Link link) {
    return links.capacityKbps(new Port(link.from(), link.fromPort()));
  }

  @Override
  public long freeKbps(Link link) {
    return links.freeKbps(new Port(link.from(), link.fromPort()));
  }

  @Override
  public long freeKbps(long ethSrc, long ethDst) {
    return ways.of(FlowKey.between(ethSrc, ethDst)).stream()
        .mapToLong(way -> freeKbps(way.wholeLinks()))
        .max()
        .orElse(0);
  }

  @Override
  public Collection<Reservation> reservations() {
    return asked.shown();
  }

  @Override
  public OwnReservation reserve(
      ApplicationContext asker, ReservedTraffic traffic, long kbps, Consumer<Reservation> changed) {
    if (kbps <= 0) {
      throw new IllegalArgumentException("kbps: found " + kbps + "; allowed: above 0");
    }
    Own own = new Own(asker, traffic, kbps, Objects.requireNonNull(changed, "changed"));
    asksOf(asker).add(own);
    if (isOut) {
      asker.later(own::endForAsker);
    } else {
      context.later(own::decide); // 1
    }
    return own;
  }

  private Set<Own> asksOf(ApplicationContext asker) {
    return ofAskers.computeIfAbsent(
        asker,
        each -> {
          context.whenTakenOut(each, () -> ofAskers.get(each).forEach(Own::endHere)); // 3
          each.whenTakenOut(context, () -> endForAsker(each)); // 4
          return ConcurrentHashMap.newKeySet();
        });
  }

  private void endForAsker(ApplicationContext asker) {
    isOut = true;
    ofAskers.get(asker).forEach(Own::endForAsker);
  }

  /** What an application has asked for. */
  private final class Own implements OwnReservation, Asker {
    private final ApplicationContext asker;
    private final Consumer<Reservation> changed;
    private final Asked wanted;

    /** Volatile: the event thread sets it. */
    private volatile Reservation now;

    Own(
        ApplicationContext asker,
        ReservedTraffic traffic,
        long kbps,
        Consumer<Reservation> changed) {
      this.asker = asker;
      this.changed = changed;
      this.wanted = new Asked(FlowKey.of(traffic), kbps, this);
      this.now = wanted.as(State.ASKED, "");
    }

    void decide() {
      if (now.state() == State.ASKED) {
        Optional<String> unused = asked.ask(wanted); // which tells
      }
    }

    @Override
    public Reservation now() {
      return now;
    }

    @Override
    public void giveBack() {
      context.later(this::endHere);
    }

    private void endHere() {
      if (now.state() == State.ASKED) {
        show(wanted.as(State.ENDED, ""));
      } else {
        asked.giveBack(wanted);
      }
    }

    private void endForAsker() {
      Reservation ended = wanted.as(State.ENDED, context.name() + " is taken out");
      show(ended);
      changed.accept(ended);
    }

    // ---- for AskedReservations ----

    @Override
    public String application() {
      return asker.name();
    }

    @Override
    public void tell(Reservation next) { // 2
      show(next);
      try {
        asker.later(() -> changed.accept(next));
      } catch (IllegalStateException e) {
        LOG.warn("application {} is not told of {}: {}", application(), next.id(), e.getMessage());
      }
    }

    @Override
    public void show(Reservation next) {
      now = next;
      if (next.state() == State.REFUSED || next.state() == State.ENDED) {
        ofAskers.get(asker).remove(this);
      }
    }
  }
}
