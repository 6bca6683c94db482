package maestro.emulator.engine;

import java.io.IOException;
import java.util.Arrays;

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
 * </ol>
 */
final class MaxPolicy implements SendPolicy {
  /** A write of less than this part of the limit is not worth its call. */
  private static final int WORTHWHILE_PART = 4;

  private final RunClock clock;
  private final RequestSender sender;
  private final ProbingSwitch probe;
  private final int leastRoomRequests;

  private LoadSwitch[] switches = new LoadSwitch[0];
  private int first;

  MaxPolicy(RunContext run, RequestSender sender, ProbingSwitch probe) {
    this.clock = run.clock();
    this.sender = sender;
    this.probe = probe;
    this.leastRoomRequests = Math.max(1, run.settings().limitRequests() / WORTHWHILE_PART);
  }

  @Override
  public void begin(LoadSwitch[] all, long nowNs) {
    switches = Arrays.stream(all).filter(sw -> !sw.probing).toArray(LoadSwitch[]::new);
  }

  @Override
  public void refill(LoadSwitch sw, long nowNs) {
    // the sweep does it
  }

  @Override
  public void unblocked(LoadSwitch sw, long nowNs) { // 3
    sw.connection.unblock();
  }

  @Override
  public int sendDue(long nowNs) throws IOException, ControllerFailure { // 1
    boolean ended = nowNs - clock.measureEndNs() >= 0;
    int sent = 0;
    int at = first;
    for (int i = 0; i < switches.length; i++) {
      LoadSwitch sw = switches[at];
      at = at + 1 == switches.length ? 0 : at + 1;
      if (sw.connection.isBlocked()) {
        continue;
      }
      int worthwhile = Math.min(sw.batch.capacityRequests(), leastRoomRequests);
      if (ended || sw.outstanding.roomFor(sw.batch.capacityRequests()) < worthwhile) { // 2
        sw.connection.flush();
      } else {
        sent += sender.sendNow(sw, Integer.MAX_VALUE, nowNs);
        probe.poll();
      }
    }
    first = first + 1 >= switches.length ? 0 : first + 1;
    return sent;
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
