package maestro.emulator.engine.thread;

import java.io.IOException;
import java.util.Arrays;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.connection.LoadSwitch;

/**
 * Each switch sends as much as its socket takes.
 *
 * <ol>
 *   <li>Each cycle visits the switches in turn, beginning one further than the cycle before. A
 *       switch whose socket has room gets one write, also when another's answers were just read.
 *       None gets a second write before all others had theirs. So no socket runs empty while
 *       another one is filled.
 *   <li>With a limit for what is outstanding a switch is passed over while there is too little room
 *       for a write that is worth its call.
 *   <li>A socket that has room again is written to when it is its turn, together with what it did
 *       not take the time before: one call fewer.
 *   <li>As many requests may wait as were answered so far, and 64 of each switch. The bound is the
 *       same for all switches. A fast controller passes what sockets hold within milliseconds. With
 *       a slow one, full sockets would be the work of minutes, which nobody could wait for.
 *   <li>No more wait than the kernel has memory for, so that it drops nothing: {@code
 *       SocketMemory}.
 *   <li>While nothing at all is answered, each second adds 64. So the load goes on after a
 *       controller has lost the first requests.
 * </ol>
 */
final class MaxPolicy implements SendPolicy {
  /** A write of less than this part of the limit is not worth its call. */
  private static final int WORTHWHILE_PART = 4;

  private static final int FIRST_REQUESTS = 64;
  private static final long STUCK_NS = 1_000_000_000;

  private final RunClock clock;
  private final RequestSender sender;
  private final ProbingSwitch probe;
  private final int leastRoomRequests;
  private final int kernelRequests;

  private LoadSwitch[] switches = new LoadSwitch[0];
  private int first;

  /** Of each switch, while nothing was answered. */
  private long firstRequests = FIRST_REQUESTS;

  /** By all switches together, up to the last cycle. */
  private long answeredRequests;

  private long lastAnsweredNs;

  MaxPolicy(RunContext run, RequestSender sender, ProbingSwitch probe) {
    this.clock = run.clock();
    this.sender = sender;
    this.probe = probe;
    this.leastRoomRequests = Math.max(1, run.settings().limitRequests() / WORTHWHILE_PART);
    this.kernelRequests = run.settings().kernelRequests();
  }

  @Override
  public void begin(LoadSwitch[] all, long nowNs) {
    switches = Arrays.stream(all).filter(sw -> !sw.probing).toArray(LoadSwitch[]::new);
    lastAnsweredNs = nowNs;
  }

  @Override
  public void refill(LoadSwitch sw, long nowNs) {
    // the sweep does it
  }

  @Override
  public void unblocked(LoadSwitch sw, long nowNs) { // 3
    sw.connection().unblock();
  }

  @Override
  public int sendDue(long nowNs) throws IOException, ControllerFailure { // 1
    boolean ended = nowNs - clock.measureEndNs() >= 0;
    int sent = 0;
    long answered = 0;
    bearWith(nowNs);
    int bound = boundRequests();
    int at = first;
    for (int i = 0; i < switches.length; i++) {
      LoadSwitch sw = switches[at];
      at = at + 1 == switches.length ? 0 : at + 1;
      answered += sw.outstanding.closedRequests();
      if (sw.connection().isBlocked()) {
        continue;
      }
      int most = Math.min(sw.batch().capacityRequests(), bound - sw.outstanding.queued());
      int worthwhile = Math.min(sw.batch().capacityRequests(), leastRoom(bound));
      if (ended || most < worthwhile || sw.outstanding.roomFor(most) < worthwhile) { // 2
        sw.connection().flush();
      } else {
        sent += sender.sendNow(sw, most, nowNs);
        probe.poll();
      }
    }
    if (answered > answeredRequests) {
      lastAnsweredNs = nowNs;
    }
    answeredRequests = answered;
    first = first + 1 >= switches.length ? 0 : first + 1;
    return sent;
  }

  private void bearWith(long nowNs) { // 6
    if (nowNs - lastAnsweredNs >= STUCK_NS) {
      lastAnsweredNs = nowNs;
      firstRequests += FIRST_REQUESTS;
    }
  }

  @Override
  public int boundRequests() { // 4, 5
    long answeredOfOne = answeredRequests / Math.max(1, switches.length);
    return (int) Math.min(kernelRequests, firstRequests + answeredOfOne);
  }

  private int leastRoom(int bound) {
    return Math.max(1, Math.min(leastRoomRequests, bound / WORTHWHILE_PART));
  }

  @Override
  public void sendBetween(long nowNs) {
    // once a cycle is often enough: sockets hold more than is taken meanwhile
  }

  @Override
  public long nextDueNs() {
    return Long.MAX_VALUE;
  }
}
