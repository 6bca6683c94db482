package maestro.emulator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import maestro.emulator.report.RunResult.TimePoint;

/**
 * Whether throughput rose or fell within measured time. It rises while a controller warms up: a JVM
 * compiles what it runs. It falls when a controller becomes slower, such as one whose tables grow.
 * Then one number for the run says little. A machine that becomes faster or slower does the same;
 * so this is said, and marks nothing.
 *
 * <p>A run by plan shows none of it, since the plan says how much there is to answer. Stateless.
 */
final class ThroughputTrend {
  /** Machines that others share differ by less from third to third. */
  private static final double NOTED = 1.25;

  /** In 1.5 s, one third has five windows. */
  private static final int LEAST_WINDOWS = 15;

  private ThroughputTrend() {}

  /**
   * Throughput in the last third of measured time ÷ that in the first. NaN when that says nothing:
   * by plan, in a short run, in one that did not go to its end, and after no answer.
   */
  static double of(RunResult run) {
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
  static boolean rose(RunResult run) {
    return of(run) > NOTED;
  }

  /** Whether it fell so much that readers should know. */
  static boolean fell(RunResult run) {
    return of(run) < 1 / NOTED;
  }

  /** A line about all runs that rose, and one about all that fell. */
  static List<String> notes(List<RunResult> runs) {
    String ratio = " (last third ÷ first third: ";
    String risen = named(runs, ThroughputTrend::rose);
    String fallen = named(runs, ThroughputTrend::fell);
    List<String> notes = new ArrayList<>();
    if (!risen.isEmpty()) {
      notes.add(
          "throughput rose within measured time, as while a controller warms up"
              + ratio
              + risen
              + "): it may be higher with a longer durations.warm-up");
    }
    if (!fallen.isEmpty()) {
      notes.add(
          "throughput fell within measured time"
              + ratio
              + fallen
              + "): the controller became slower, or its machine did; it may be lower in a longer"
              + " run");
    }
    return notes;
  }

  private static String named(List<RunResult> runs, Predicate<RunResult> which) {
    return runs.stream()
        .filter(which)
        .map(
            run ->
                String.format(
                    Locale.ROOT, of(run) < 1 ? "%s: %.2f" : "%s: %.1f", run.controller(), of(run)))
        .collect(Collectors.joining(", "));
  }

  private static double answered(List<TimePoint> windows) {
    return windows.stream().mapToDouble(TimePoint::throughputRequestsPerSecond).sum();
  }
}
