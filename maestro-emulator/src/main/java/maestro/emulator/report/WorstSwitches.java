package maestro.emulator.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;

/** The switches that fared worst within each run, by datapath id, for a terminal. Stateless. */
final class WorstSwitches {
  private static final String WINDOW = "worst window of a switch";
  private static final String PAUSE = "longest pause of a switch";

  private static final Table<RunResult> TABLE =
      new Table<>(
          List.of(
              new Column<>("", "over time", TextReport::name),
              new Column<>(WINDOW, "switch", byWindow(s -> s.dpid())),
              new Column<>(
                  WINDOW, "s", byWindow(s -> Figures.seconds(s.overTime().worstWindowSeconds()))),
              new Column<>(
                  WINDOW,
                  "deviation, %",
                  byWindow(s -> Figures.deviation(s.overTime().worstWindowDeviation()))),
              new Column<>(PAUSE, "switch", byPause(s -> s.dpid())),
              new Column<>(
                  PAUSE, "ms", byPause(s -> Figures.milliseconds(s.overTime().longestPauseNs()))),
              new Column<>(
                  PAUSE,
                  "its planned gaps, ms",
                  byPause(s -> Figures.milliseconds(s.overTime().longestPlannedGapNs())))));

  private WorstSwitches() {}

  /** A line a run; empty when nothing is known of any. */
  static String table(List<RunResult> results) {
    List<RunResult> known =
        results.stream()
            .filter(r -> r.answers().measuredSeconds() > 0)
            .filter(r -> worst(r, WorstSwitches::pause).isPresent())
            .toList();
    return known.isEmpty() ? "" : TABLE.text(known);
  }

  private static double window(SwitchResult s) {
    return Math.abs(s.overTime().worstWindowDeviation());
  }

  /**
   * By how much the pause exceeds what the plan allows: a switch that has one request out waits for
   * it, and then until it asks again.
   */
  private static double pause(SwitchResult s) {
    OverTime time = s.overTime();
    double allowedNs = Double.isNaN(time.longestPlannedGapNs()) ? 0 : time.longestPlannedGapNs();
    return time.longestPauseNs() - allowedNs;
  }

  private static Function<RunResult, String> byWindow(Function<SwitchResult, String> cell) {
    return r -> worst(r, WorstSwitches::window).map(cell).orElse(Figures.UNKNOWN);
  }

  private static Function<RunResult, String> byPause(Function<SwitchResult, String> cell) {
    return r -> worst(r, WorstSwitches::pause).map(cell).orElse(Figures.UNKNOWN);
  }

  private static Optional<SwitchResult> worst(RunResult result, ToDoubleFunction<SwitchResult> by) {
    return result.switches().stream()
        .filter(s -> !Double.isNaN(by.applyAsDouble(s)))
        .max(Comparator.comparingDouble(by));
  }
}
