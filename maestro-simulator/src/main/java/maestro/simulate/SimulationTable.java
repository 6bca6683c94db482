package maestro.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import maestro.cli.table.Column;
import maestro.cli.table.Grid;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;
import maestro.emulator.report.Rounds;

/**
 * Simulated runs for a terminal: a row for each strategy and number of workers. When they ran with
 * several seeds, these are medians, and the lowest and the highest of each number follow.
 * Stateless.
 */
final class SimulationTable {
  private static final String DEVIATION = "deviation, %";
  private static final String PROBING = "probing, ms";
  private static final String COST = "ns a request";

  private SimulationTable() {}

  /**
   * Runs that differ by their seed, and what is shown of them.
   *
   * @param first the runs of the same strategy with the fewest workers
   * @param name of the row
   * @param shown makes one number of those of the runs
   */
  private record Row(
      List<SimulatedRun> runs,
      List<SimulatedRun> first,
      String name,
      ToDoubleFunction<double[]> shown) {
    Row showing(String otherName, ToDoubleFunction<double[]> other) {
      return new Row(runs, first, otherName, other);
    }

    String workers() {
      return String.valueOf(runs.get(0).workers());
    }

    /** Of a number of each run. */
    double of(ToDoubleFunction<SimulatedRun> value) {
      return shown.applyAsDouble(runs.stream().mapToDouble(value).toArray());
    }

    /** To the run with the same seed and the fewest workers. */
    double ratio() {
      double[] ratios = new double[runs.size()];
      Arrays.setAll(
          ratios,
          i ->
              runs.get(i).throughputRequestsPerSecond()
                  / first.get(i).throughputRequestsPerSecond());
      return shown.applyAsDouble(ratios);
    }
  }

  /** The table of runs that are ordered by strategy, then by workers, then by seed. */
  static Grid of(List<SimulatedRun> runs) {
    boolean refuses = runs.stream().anyMatch(run -> run.refusedRequestsPerSecond() > 0);
    List<Column<Row>> columns = new ArrayList<>();
    columns.add(new Column<>("strategy", Row::name));
    columns.add(new Column<>("workers", Row::workers));
    add(columns, "", "requests/s", Figures::rate, SimulatedRun::throughputRequestsPerSecond);
    if (refuses) {
      add(columns, "", "refused/s", Figures::rate, SimulatedRun::refusedRequestsPerSecond);
    }
    columns.add(new Column<>("", "ratio", Figures::ratio, Row::ratio));
    add(columns, DEVIATION, "min", Figures::deviation, run -> run.deviation().min());
    add(columns, DEVIATION, "max", Figures::deviation, run -> run.deviation().max());
    add(columns, DEVIATION, "once", Figures::deviation, run -> run.filledOnce().farthest());
    add(columns, DEVIATION, "100 ms", Figures::deviation, run -> run.worstWindow().largest());
    add(columns, "", "Jain", Figures::index, SimulatedRun::jain);
    add(columns, "", "IBT", Figures::count, SimulatedRun::medianThreshold);
    add(columns, PROBING, "mean", Figures::milliseconds, run -> run.probing().meanNs());
    add(columns, PROBING, "p99", Figures::milliseconds, run -> run.probing().p99Ns());
    add(columns, "busy, %", "workers", SimulationTable::percent, SimulatedRun::workerBusy);
    add(columns, "busy, %", "select", SimulationTable::percent, SimulatedRun::helperBusy);
    add(columns, COST, "kernel", SimulationTable::nanoseconds, SimulatedRun::kernelNs);
    add(columns, COST, "stages", SimulationTable::nanoseconds, SimulatedRun::stageNs);
    add(columns, COST, "memory", SimulationTable::nanoseconds, SimulatedRun::memoryNs);
    return new Table<>(columns).of(rows(runs));
  }

  private static void add(
      List<Column<Row>> columns,
      String group,
      String name,
      DoubleFunction<String> unit,
      ToDoubleFunction<SimulatedRun> value) {
    columns.add(new Column<>(group, name, unit, row -> row.of(value)));
  }

  private static List<Row> rows(List<SimulatedRun> runs) {
    Map<String, List<SimulatedRun>> firsts = new LinkedHashMap<>();
    Map<String, List<SimulatedRun>> bySeed = new LinkedHashMap<>();
    for (SimulatedRun run : runs) {
      bySeed
          .computeIfAbsent(run.strategy() + " " + run.workers(), key -> new ArrayList<>())
          .add(run);
    }
    List<Row> rows = new ArrayList<>();
    for (List<SimulatedRun> same : bySeed.values()) {
      String strategy = same.get(0).strategy();
      List<SimulatedRun> first = firsts.computeIfAbsent(strategy, key -> same);
      boolean one = same.size() == 1;
      String name = one ? strategy : strategy + ", median of " + same.size();
      Row median = new Row(same, first, name, Rounds::median);
      rows.add(median);
      if (!one) {
        rows.add(median.showing("  lowest", all -> Arrays.stream(all).min().orElseThrow()));
        rows.add(median.showing("  highest", all -> Arrays.stream(all).max().orElseThrow()));
      }
    }
    return rows;
  }

  private static String percent(double part) {
    return part == 0 ? Figures.UNKNOWN : String.format("%.0f", 100 * part);
  }

  private static String nanoseconds(double ns) {
    return String.format("%.1f", ns);
  }
}
