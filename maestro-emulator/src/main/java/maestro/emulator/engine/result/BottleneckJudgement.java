package maestro.emulator.engine.result;

import java.util.Locale;
import maestro.emulator.report.RunResult.EmulatorState;
import maestro.emulator.scenario.LoadMode;

/**
 * Says whether the emulator was the bottleneck of a run. Stateless.
 *
 * <ol>
 *   <li>By plan, when more than one request in a hundred left more than 5 ms late though its socket
 *       had room.
 *   <li>Otherwise, when a load thread was busy and the controller was mostly out of work.
 *   <li>In all modes, when a load thread was busy and answers mostly waited to be read: the
 *       controller has work then, and cannot go on with it.
 * </ol>
 */
public final class BottleneckJudgement {
  private static final double BUSY_SHARE = 0.9;
  private static final double SERVED_SHARE = 0.5;
  private static final double UNREAD_SHARE = 0.5;
  private static final double LATE_SHARE = 0.01;
  private static final double STARVED_CPU_SHARE = 0.8;

  private BottleneckJudgement() {}

  public static EmulatorState of(LoadMode load, LoadResult.Effort effort) {
    boolean planned = load == LoadMode.RATE;
    boolean busy = effort.busyShare() > BUSY_SHARE;
    if (planned && effort.lateShare() > LATE_SHARE) { // 1
      return bound(
          effort,
          "%.1f %% of the requests left more than 5 ms late though the socket had room: delays are"
              + " partly the emulator's",
          100 * effort.lateShare());
    }
    if (!planned && busy && effort.servedShare() > SERVED_SHARE) { // 2
      return bound(
          effort,
          "a load thread had work in %.0f %% of the time, and in %.0f %% of checks the controller"
              + " had nearly none: it may take more",
          100 * effort.busyShare(),
          100 * effort.servedShare());
    }
    if (busy && effort.unreadShare() > UNREAD_SHARE) { // 3
      return bound(
          effort,
          "a load thread had work in %.0f %% of the time, and in %.0f %% of checks more than 64 KB"
              + " of answers waited for it: the controller may answer more",
          100 * effort.busyShare(),
          100 * effort.unreadShare());
    }
    return EmulatorState.NOT_BOUND;
  }

  private static EmulatorState bound(LoadResult.Effort effort, String pattern, Object... values) {
    String reason = String.format(Locale.ROOT, pattern, values);
    String starved =
        effort.cpuShare() >= STARVED_CPU_SHARE
            ? ""
            : String.format(
                Locale.ROOT, "; it got %.0f %% of a processor", 100 * effort.cpuShare());
    return new EmulatorState(true, reason + starved);
  }
}
