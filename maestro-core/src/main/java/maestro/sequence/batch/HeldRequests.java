package maestro.sequence.batch;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import maestro.api.FlowActions;
import maestro.api.HeldRequest;
import maestro.api.Sent;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.net.session.Session;
import maestro.openflow.OpenFlow;
import maestro.sequence.event.ConnectedSwitches;
import maestro.sequence.event.EventLoop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that applications hold. Each ends once: it is answered, or its time is up, or the
 * applications end.
 *
 * <ol>
 *   <li>A request costs 1, and 1 more for each {@value #BYTES_PER_COST} bytes of its frame. Those
 *       of one application cost {@value #MOST_COST} at most.
 *   <li>Those of one switch cost a quarter of the free room at most. So a switch that floods leaves
 *       room for the others.
 *   <li>A request that is not answered in time is dropped, so that the switch has its buffer back,
 *       counted, and logged for the first time and at each doubling.
 * </ol>
 *
 * <p>Threads: any.
 */
public final class HeldRequests {
  static final int MOST_COST = 8192;
  static final int BYTES_PER_COST = 256;
  private static final int PARTS = 4;
  private static final Duration LONGEST = Duration.ofSeconds(HeldRequest.SECONDS);
  private static final Logger LOG = LoggerFactory.getLogger(HeldRequests.class);

  private final ConnectedSwitches switches;
  private final EventLoop events;
  private final Metrics metrics;
  private final Map<String, Room> rooms = new ConcurrentHashMap<>();
  private final Set<Held> open = ConcurrentHashMap.newKeySet();

  /** Volatile: nothing is held from now on. */
  private volatile boolean ended;

  public HeldRequests(ConnectedSwitches switches, EventLoop events, Metrics metrics) {
    this.switches = switches;
    this.events = events;
    this.metrics = metrics;
  }

  /** What one application holds. Under its monitor. */
  private static final class Room {
    private final Map<Session, Integer> ofSwitch = new HashMap<>();
    private int used;
    private int expired;

    synchronized boolean take(Session session, int cost) {
      int own = ofSwitch.getOrDefault(session, 0);
      if (own + cost > (MOST_COST - used) / PARTS) { // 2
        return false;
      }
      used += cost;
      ofSwitch.put(session, own + cost);
      return true;
    }

    synchronized void giveBack(Session session, int cost) {
      used -= cost;
      ofSwitch.computeIfPresent(session, (any, own) -> own == cost ? null : own - cost);
    }

    synchronized int countExpired() {
      return ++expired;
    }
  }

  /** A held request; compared by identity. */
  private final class Held implements HeldRequest {
    private final String application;
    private final Session session;
    private final int bufferId;
    private final int inPort;
    private final byte[] frame;
    private final int cost;
    private final AtomicBoolean answered = new AtomicBoolean();

    /** Set once, when it is held; null when the events have ended. */
    private volatile @Nullable Future<?> end;

    Held(String application, RequestView request, int cost) {
      this.application = application;
      this.session = Session.of(request.connection());
      this.bufferId = request.packetIn.bufferId();
      this.inPort = request.packetIn.inPort();
      this.frame = request.copyOfFrame();
      this.cost = cost;
    }

    @Override
    public long datapathId() {
      return session.info().datapathId();
    }

    @Override
    public int inPort() {
      return inPort;
    }

    @Override
    public byte[] frame() {
      return frame;
    }

    @Override
    public boolean forward(FlowActions actions) {
      if (!isFirst()) {
        return false;
      }
      Future<?> timer = end;
      if (timer != null) {
        timer.cancel(false);
      }
      return send(actions);
    }

    /** Whether nobody has answered; from now on somebody has. */
    private boolean isFirst() {
      if (!answered.compareAndSet(false, true)) {
        return false;
      }
      open.remove(this);
      room(application).giveBack(session, cost);
      return true;
    }

    private boolean send(FlowActions actions) {
      boolean isThere = switches.isReady(session);
      if (actions.isNone() && bufferId == OpenFlow.NO_BUFFER) {
        return isThere; // nothing to say
      }
      return isThere && switches.packetOut(session, bufferId, inPort, actions, frame) == Sent.YES;
    }

    private void expire() {
      if (isFirst()) {
        boolean unused = send(FlowActions.NONE);
        metrics.count(Counter.HELD_EXPIRED);
        int count = room(application).countExpired();
        if (Integer.bitCount(count) == 1) {
          LOG.warn(
              "application {} has not answered a request that it holds, {}, {} times by now; the"
                  + " packets are dropped",
              application,
              ended ? "before its end" : "within " + HeldRequest.SECONDS + " s",
              count);
        }
      }
    }
  }

  private Room room(String application) {
    return rooms.computeIfAbsent(application, any -> new Room());
  }

  /** Holds a request, if there is room. */
  Optional<HeldRequest> hold(String application, RequestView request) {
    int cost = 1 + request.frameBytes() / BYTES_PER_COST; // 1
    Session session = Session.of(request.connection());
    if (ended || !room(application).take(session, cost)) {
      metrics.count(Counter.HOLDS_REFUSED);
      return Optional.empty();
    }
    Held held = new Held(application, request, cost);
    open.add(held);
    held.end = events.after(LONGEST, held::expire); // 3
    return Optional.of(held);
  }

  /** Ends all that are held. */
  public void end() {
    ended = true;
    open.forEach(Held::expire);
  }
}
