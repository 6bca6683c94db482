package maestro.emulator.engine.thread;

import java.io.IOException;
import java.util.Arrays;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.connection.LoadSwitch;

/**
 * Each switch sends at planned times, whatever is answered.
 *
 * <ol>
 *   <li>Each cycle sends all that is due, and holds nothing back. While a thread keeps up, its
 *       cycles are short and most writes carry one request. When it does not, its cycles become
 *       longer, more is due in each, and a write carries more: the cycle itself is the batching.
 *   <li>A cycle with much to read is long, so the thread asks between sockets, too. Sending then
 *       takes at most about half of the time: a sweep is followed by as much reading as it took,
 *       and by at least {@link #CHECK_NS} of it.
 *   <li>The clock is read once a write: its end is the beginning of the next one.
 *   <li>What is due at a switch whose socket is full waits for room. When the plan is not made up
 *       for, it is refused: in each cycle, and when the socket has room again.
 * </ol>
 */
final class RatePolicy implements SendPolicy {
  /** The least time between two sweeps within one cycle. */
  private static final long CHECK_NS = 50_000;

  private static final int MOST_WRITES_A_VISIT = 4;

  private final EngineTime time;
  private final RequestSender sender;
  private final ProbingSwitch probe;
  private final LightSwitches lights;

  private LoadSwitch[] switches = new LoadSwitch[0];

  /** The next planned time of each of them: one array, since each cycle reads all. */
  private long[] dueNs = new long[0];

  private long nextBetweenNs;

  /** The time after the last write of a sweep. */
  private long sweepNs;

  RatePolicy(EngineTime time, RequestSender sender, ProbingSwitch probe, LightSwitches lights) {
    this.time = time;
    this.sender = sender;
    this.probe = probe;
    this.lights = lights;
  }

  @Override
  public void begin(LoadSwitch[] all, long nowNs) {
    switches = Arrays.stream(all).filter(sw -> !sw.probing).toArray(LoadSwitch[]::new);
    dueNs = Arrays.stream(switches).mapToLong(sw -> sw.planned().nextNs()).toArray();
    nextBetweenNs = nowNs;
  }

  @Override
  public void refill(LoadSwitch sw, long nowNs) {
    // answers change nothing
  }

  @Override
  public void unblocked(LoadSwitch sw, long nowNs) throws IOException {
    if (sw.dropsUnsent) {
      sender.hold(sw, nowNs); // 4
    }
    sw.connection().flush();
  }

  @Override
  public int sendDue(long nowNs) throws IOException, ControllerFailure { // 1
    int sent = 0;
    sweepNs = nowNs;
    for (int i = 0; i < dueNs.length; i++) {
      LoadSwitch sw = switches[i];
      if (dueNs[i] - nowNs > 0) {
        continue;
      }
      if (!sw.connection().isBlocked()) {
        sent += send(sw);
        dueNs[i] = sw.planned().nextNs();
      } else if (sw.dropsUnsent && !sw.connection().isHeld()) {
        sender.hold(sw, nowNs); // 4
        dueNs[i] = sw.planned().nextNs();
      }
    }
    if (sent > 0) {
      nextBetweenNs = sweepNs + Math.max(CHECK_NS, sweepNs - nowNs);
    }
    return sent;
  }

  @Override
  public void sendBetween(long nowNs) throws IOException, ControllerFailure { // 2
    if (nowNs - nextBetweenNs >= 0) {
      nextBetweenNs = nowNs + CHECK_NS;
      sendDue(nowNs);
    }
  }

  @Override
  public int boundRequests() {
    return Integer.MAX_VALUE;
  }

  @Override
  public long nextDueNs() {
    long nextNs = Long.MAX_VALUE;
    for (long each : dueNs) {
      nextNs = Math.min(nextNs, each);
    }
    return nextNs;
  }

  private int send(LoadSwitch sw) throws IOException, ControllerFailure {
    int sent = 0;
    for (int i = 0; i < MOST_WRITES_A_VISIT; i++) { // 3
      long nowNs = sweepNs;
      int more = sender.sendPlanned(sw, nowNs);
      sent += more;
      sweepNs = time.nowNs();
      probe.poll(sweepNs);
      lights.poll(sweepNs);
      if (more == 0 || sw.connection().isBlocked() || sw.planned().nextNs() - nowNs > 0) {
        break;
      }
    }
    return sent;
  }
}
