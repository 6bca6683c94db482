package maestro.apps.bandwidth;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import maestro.api.ApplicationContext;
import maestro.api.ApplicationCounter;
import maestro.api.Switches;
import maestro.api.topology.Reservation;
import maestro.api.topology.Reservation.State;
import maestro.api.topology.ReservedTraffic;
import maestro.api.topology.Topology.Port;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.log.Repeats;
import maestro.apps.meters.SwitchMeters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reservations that operators and applications have asked for, for packets from one host to
 * another.
 *
 * <ol>
 *   <li>One is made along the first shortest path with enough free bandwidth, with entries that
 *       stay until it is given back. A flow that packets have begun makes way for it.
 *   <li>It is enforced: {@link ReservationMeters}.
 *   <li>When its path is gone, or a host of it, it waits. It is made again, perhaps elsewhere, when
 *       the network or a host has changed, and from time to time.
 *   <li>An application is told each time. What it has asked for ends with it.
 *   <li>When another member of the cluster was active, what operators have asked for there takes
 *       the place of what they have asked for here; and waits.
 * </ol>
 *
 * <p>On the event thread, except where stated.
 */
final class AskedReservations {
  private static final Logger LOG = LoggerFactory.getLogger(AskedReservations.class);

  /** Changes with the layout of {@link #toBytes}. */
  private static final int FORMAT = 0x6d62_0001;

  /** The most reservations that may be asked for. */
  static final int MOST = 10_000;

  /** A worker may begin the same flow meanwhile. */
  private static final int ATTEMPTS = 3;

  private final ApplicationContext context;
  private final Ways ways;
  private final LinkReservations reservations;
  private final ReservedFlows flows;
  private final Entries entries;
  private final Switches switches;
  private final ReservationMeters enforcement;
  private final ApplicationCounter refused;
  private final ApplicationCounter lost;
  private final Map<String, Asked> byId = new LinkedHashMap<>();
  private final Map<FlowKey, Asked> byKey = new HashMap<>();
  private final Map<String, Integer> refusedOf = new HashMap<>();
  private long lastNumber;
  private long lastOfApplications;

  /** What is asked for, for other applications. */
  private final Map<String, Reservation> shown = new ConcurrentHashMap<>();

  /** What operators ask for, for another member. Volatile. */
  private volatile Left left = new Left(0, List.of());

  /**
   * What is asked for. Immutable.
   *
   * @param lastNumber of the last one, which may be given back
   */
  private record Left(long lastNumber, List<Asked> asked) {}

  /** What was asked for. Its flow is null while it waits. */
  static final class Asked {
    private final FlowKey key;
    private final long kbps;

    /** Who asks; null for an operator. */
    private final Asker asker;

    private String id = "";
    private ReservedFlow flow;

    Asked(FlowKey key, long kbps, Asker asker) {
      this.key = key;
      this.kbps = kbps;
      this.asker = asker;
    }

    String id() {
      return id;
    }

    FlowKey key() {
      return key;
    }

    long kbps() {
      return kbps;
    }

    /** The application that asks; empty for an operator. */
    String application() {
      return asker == null ? "" : asker.application();
    }

    Reservation as(State state, String reason) {
      boolean isReserved = state == State.RESERVED;
      return new Reservation(
          id,
          application(),
          key.traffic(),
          kbps,
          state,
          reason,
          isReserved ? flow.route().wholeLinks() : List.of(),
          isReserved && flow.meter() != SwitchMeters.NONE);
    }
  }

  /** An application that asks. */
  interface Asker {
    /** Its name. */
    String application();

    /** Tells it what has become of its reservation. */
    void tell(Reservation now);

    /** Lets it see what has become of its reservation, without a call. */
    void show(Reservation now);
  }

  AskedReservations(
      ApplicationContext context,
      Ways ways,
      LinkReservations reservations,
      ReservedFlows flows,
      Entries entries,
      ReservationMeters enforcement) {
    this.context = context;
    this.ways = ways;
    this.reservations = reservations;
    this.flows = flows;
    this.entries = entries;
    this.switches = context.switches();
    this.enforcement = enforcement;
    this.refused =
        context.counter("reservations_refused", "reservations that were asked for and refused");
    this.lost =
        context.counter("reservations_lost", "times that a reservation has lost its last path");
  }

  Collection<Asked> all() {
    return byId.values();
  }

  /** What is asked for, as other applications see it. Any thread. */
  Collection<Reservation> shown() {
    return List.copyOf(shown.values());
  }

  /** The reservation with an id, or null. */
  Asked find(String id) {
    return byId.get(id);
  }

  /** The flow of a reservation; null while it waits. */
  ReservedFlow flowOf(Asked asked) {
    ReservedFlow flow = asked.flow;
    return flow != null && flow.equals(flows.find(asked.key)) ? flow : null;
  }

  /**
   * Makes a reservation.
   *
   * @return why it is refused; empty when it is made
   */
  Optional<String> ask(Asked asked) {
    Optional<String> refusal = refusalOf(asked);
    if (refusal.isPresent()) {
      refused.add(1);
      tellRefused(asked, refusal.get());
      return refusal;
    }
    asked.id = asked.asker == null ? "r" + ++lastNumber : "a" + ++lastOfApplications;
    byId.put(asked.id, asked);
    byKey.put(asked.key, asked);
    changed();
    tell(asked, State.RESERVED, "");
    return Optional.empty();
  }

  private Optional<String> refusalOf(Asked asked) {
    Asked before = byKey.get(asked.key);
    if (before != null) {
      String what = asked.key.isOfAllPackets() ? "these hosts" : "this flow";
      return Optional.of("reservation " + before.id + " is for " + what + "; give it back first");
    }
    if (byId.size() >= MOST) {
      return Optional.of("there are " + MOST + " already");
    }
    if (make(asked)) {
      return Optional.empty();
    }
    return Optional.of(
        ways.unknownHost(asked.key)
            .orElse(
                "no path between these hosts has " + asked.kbps + " kbps free on all its links"));
  }

  private void tellRefused(Asked asked, String refusal) {
    if (asked.asker == null) {
      return; // the operator has the answer
    }
    int count = refusedOf.merge(asked.application(), 1, Integer::sum);
    if (Repeats.isWorthALine(count)) {
      LOG.warn(
          "application {} is refused {} kbps for {}: {}; {} refused by now",
          asked.application(),
          asked.kbps,
          asked.key.traffic(),
          refusal,
          count);
    }
    asked.asker.tell(asked.as(State.REFUSED, refusal));
  }

  private void tell(Asked asked, State state, String reason) { // 4
    Reservation now = show(asked, state, reason);
    if (asked.asker != null) {
      asked.asker.tell(now);
    }
  }

  private Reservation show(Asked asked, State state, String reason) {
    Reservation now = asked.as(state, reason);
    if (state == State.ENDED) {
      shown.remove(asked.id);
    } else {
      shown.put(asked.id, now);
    }
    if (asked.asker != null) {
      asked.asker.show(now);
    }
    return now;
  }

  /** Gives a reservation back for its asker. Does nothing when it is given back already. */
  void giveBack(Asked asked) {
    if (end(asked)) {
      show(asked, State.ENDED, "");
    }
  }

  /** Ends a reservation for somebody else, and tells its asker. */
  void end(Asked asked, String reason) {
    if (end(asked)) {
      tell(asked, State.ENDED, reason);
    }
  }

  private boolean end(Asked asked) {
    if (!byId.remove(asked.id, asked)) {
      return false;
    }
    byKey.remove(asked.key, asked);
    changed();
    ReservedFlow flow = flowOf(asked);
    if (flow != null) {
      flows.end(flow);
    }
    boolean unused = release(asked);
    return true;
  }

  private void changed() {
    left = new Left(lastNumber, byId.values().stream().filter(a -> a.asker == null).toList());
  }

  /**
   * What is asked for, as bytes for {@link #restore}. Any thread.
   *
   * <pre>
   *  | format:4 | last number:8 | then each: id:2+n | from:8 | to:8 | kbps:8
   * </pre>
   */
  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      Left now = left;
      out.writeInt(FORMAT);
      out.writeLong(now.lastNumber());
      for (Asked each : now.asked()) {
        out.writeUTF(each.id);
        out.writeLong(each.key.ethSrc());
        out.writeLong(each.key.ethDst());
        out.writeLong(each.kbps);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory takes all
    }
    return bytes.toByteArray();
  }

  /**
   * Takes over what was asked for on another member.
   *
   * @throws IllegalArgumentException when the bytes are of another version, or cut
   */
  void restore(byte[] bytes) { // 5
    Map<String, Asked> next = new LinkedHashMap<>();
    long number;
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int format = in.readInt();
      number = in.readLong();
      while (format == FORMAT && in.available() > 0) {
        String id = in.readUTF();
        FlowKey key = FlowKey.of(ReservedTraffic.between(in.readLong(), in.readLong()));
        Asked asked = new Asked(key, in.readLong(), null);
        asked.id = id;
        next.put(id, asked);
      }
      if (format != FORMAT) {
        throw new IllegalArgumentException("reservations of another version");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("reservations that are cut", e);
    }
    List.copyOf(byId.values()).stream().filter(a -> a.asker == null).forEach(this::giveBack);
    byId.putAll(next);
    next.values().forEach(each -> byKey.putIfAbsent(each.key, each));
    next.values().forEach(each -> show(each, State.LOST, "its path is not reserved again yet"));
    lastNumber = number;
    changed();
  }

  private boolean make(Asked asked) { // 1
    List<FlowPath> paths = ways.of(asked.key);
    for (int attempt = 0; attempt < ATTEMPTS && !paths.isEmpty(); attempt++) {
      ReservedFlow begun = flows.find(asked.key);
      if (begun != null && begun.isAsked()) {
        return false; // another member has handed it over
      }
      if (begun != null) {
        if (!hasRoomWithout(begun, paths, asked.kbps)) {
          return false;
        }
        flows.end(begun);
      }
      LinkReservations.Reservation reservation = reservations.reserve(paths, asked.kbps);
      if (reservation == null) {
        return false;
      }
      ReservedFlow flow = flows.beginAsked(asked.key, reservation);
      if (flow != null && flow.isAsked()) {
        asked.flow = flow;
        install(flow);
        if (begun != null) { // a worker may have installed the entries of that one once more
          context.after(ReservationMaintenance.SETTLE, () -> installAgain(asked, flow));
        }
        enforcement.begin(flow, () -> showAgain(asked)); // 2
        return true;
      }
    }
    return false;
  }

  private boolean hasRoomWithout(ReservedFlow begun, List<FlowPath> paths, long kbps) {
    Set<Port> given = Set.copyOf(begun.route().links());
    long givenKbps = begun.reservation().kbps();
    return paths.stream()
        .anyMatch(
            path ->
                path.links().stream()
                    .allMatch(
                        link ->
                            reservations.freeKbps(link) + (given.contains(link) ? givenKbps : 0)
                                >= kbps));
  }

  private void install(ReservedFlow flow) {
    List<Hop> hops = flow.route().hops();
    for (int i = hops.size() - 1; i >= 0; i--) {
      switches.send(hops.get(i).datapathId(), entries.forward(flow, hops.get(i)));
    }
  }

  private void showAgain(Asked asked) {
    if (!asked.id.isEmpty()) { // else it is told in a moment
      show(asked, State.RESERVED, "");
    }
  }

  private void installAgain(Asked asked, ReservedFlow flow) {
    if (flowOf(asked) == flow) {
      install(flow);
    }
  }

  /** Makes those again that wait. */
  void makeAgain() { // 3
    noteLost();
    for (Asked each : List.copyOf(byId.values())) {
      if (each.flow == null && make(each)) {
        tell(each, State.RESERVED, "");
      }
    }
  }

  /** Tells of those whose flow has ended, unless they can be made again at once. */
  void noteLost() { // 3
    for (Asked each : List.copyOf(byId.values())) {
      if (release(each)) {
        if (make(each)) {
          tell(each, State.RESERVED, "");
        } else {
          lost.add(1);
          tell(each, State.LOST, "its path is gone, and no other one has room");
        }
      }
    }
  }

  /** Notes that a flow has ended; false when it has not, or that is noted already. */
  private boolean release(Asked asked) {
    ReservedFlow flow = asked.flow;
    if (flow == null || flowOf(asked) != null) {
      return false;
    }
    enforcement.end(flow);
    asked.flow = null;
    return true;
  }
}
