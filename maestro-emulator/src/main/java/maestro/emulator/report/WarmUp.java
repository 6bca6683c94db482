package maestro.emulator.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import maestro.emulator.report.RunResult.TimePoint;

/**
 * Whether throughput rose within measured time, as it does while a controller warms up: a JVM
 * compiles what it runs, or a table fills. Then the numbers of the run are partly those of a
 * warm-up. A controller that is warm rises, too, when its machine becomes faster; so this is said,
 * and marks nothing.
 *
 * <p>A run by plan shows none of it, since the plan says how much there is to answer. Stateless.
 */
final class WarmUp {
  /** Machines that others share differ by less from third to third. */
  private static final double NOTED_RISE = 1.25;

  /** In 1.5 s, one third has five windows. */
  private static final int LEAST_WINDOWS = 15;

  private WarmUp() {}

  /**
   * Throughput in the last third of measured time ÷ that in the first. NaN when that says nothing:
   * by plan, in a short run, in one that did not go to its end, and after no answer.
   */
  static double rise(RunResult run) {
    List<TimePoint> windows = run.timeline();
    boolean planned =
        windows.stream().anyMatch(window -> !Double.isNaN(window.offeredRequestsPerSecond()));
    if (planned || windows.size() < LEAST_WINDOWS || !run.completion().complete()) {
      return Double.NaN;
    }
    int third = windows.size() / 3;
    double before = answered(windows.subList(0, third));
    double after = answered(windows.subList(windows.size() - third, windows.size()));
    return before > 0 ? after / before : Double.NaN;
  }

  /** Whether it rose so much that readers should know. */
  static boolean isNoted(RunResult run) {
    return rise(run) > NOTED_RISE;
  }

  /** One line about all runs that rose; empty when none did. */
  static String note(List<RunResult> runs) {
    String risen =
        runs.stream()
            .filter(WarmUp::isNoted)
            .map(run -> String.format(Locale.ROOT, "%s: %.1f", run.controller(), rise(run)))
            .collect(Collectors.joining(", "));
    return risen.isEmpty()
        ? ""
        : "throughput rose within measured time, as while a controller warms up (last third ÷ first"
            + " third: "
            + risen
            + "): it may be higher with a longer durations.warm-up";
  }

  private static double answered(List<TimePoint> windows) {
    return windows.stream().mapToDouble(TimePoint::throughputRequestsPerSecond).sum();
  }
}
