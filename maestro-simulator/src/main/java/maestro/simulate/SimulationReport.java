package maestro.simulate;

import java.util.List;
import java.util.function.Function;
import maestro.emulator.report.Figures;
import maestro.emulator.report.HtmlReport;
import maestro.emulator.report.ResultJson;
import maestro.emulator.scenario.Scenario;

/**
 * A report of simulated runs, for people and scripts. Immutable; each component is one of the JSON.
 *
 * @param scenario its name
 * @param description its sentence
 * @param load what the switches do
 * @param switchCount without the probing switch
 * @param sharedCores that all threads shared; 0 when each had its own
 * @param ordering strict or none
 * @param measuredSeconds virtual time
 * @param eventsNotPlayed events of the scenario: in the simulation no switch fails
 * @param runs ordered by strategy, then by workers
 */
public record SimulationReport(
    String scenario,
    String description,
    String load,
    int switchCount,
    int sharedCores,
    String ordering,
    double measuredSeconds,
    int eventsNotPlayed,
    List<SimulatedRun> runs) {
  private record Column(String title, Function<SimulatedRun, String> cell) {}

  private static final String REFUSED = "refused/s";
  private static final String SCRIPT = "simulation.js";

  /** Makes a report. */
  public static SimulationReport of(
      Scenario scenario, Simulation.Settings settings, List<SimulatedRun> runs) {
    return new SimulationReport(
        scenario.name(),
        scenario.description(),
        scenario.load().text(),
        scenario.network().switchCount(),
        settings.cores(),
        settings.inOrder() ? "strict" : "none",
        settings.measureNs() / 1e9,
        scenario.events().size(),
        List.copyOf(runs));
  }

  /** The report as JSON on one line. */
  public String json() {
    return ResultJson.compact(this);
  }

  /** The report as a self-contained page. */
  public String page() {
    return HtmlReport.page(
        "Maestro simulation",
        "what `simulate --json` prints",
        HtmlReport.resource(SimulationReport.class, SCRIPT),
        json());
  }

  /** The report as lines for a terminal. */
  public String table() {
    boolean refuses = runs.stream().anyMatch(run -> run.refusedRequestsPerSecond() > 0);
    List<Column> all =
        List.of(
            new Column("strategy", SimulatedRun::strategy),
            new Column("workers", run -> String.valueOf(run.workers())),
            new Column("requests/s", run -> Figures.rate(run.throughputRequestsPerSecond())),
            new Column(REFUSED, run -> Figures.rate(run.refusedRequestsPerSecond())),
            new Column("ratio", run -> String.format("%.2f", ratio(run))),
            new Column("dev min %", run -> Figures.deviation(run.deviation().min())),
            new Column("max %", run -> Figures.deviation(run.deviation().max())),
            new Column("once %", run -> Figures.deviation(run.filledOnce().farthest())),
            new Column("100 ms %", run -> Figures.deviation(run.worstWindow().largest())),
            new Column("Jain", run -> Figures.index(run.jain())),
            new Column("probe ms", run -> Figures.milliseconds(run.probing().meanNs())),
            new Column("p99", run -> Figures.milliseconds(run.probing().p99Ns())),
            new Column("busy %", run -> percent(run.workerBusy())),
            new Column("select %", run -> percent(run.helperBusy())),
            new Column("kernel ns", run -> nanoseconds(run.kernelNs())),
            new Column("stages", run -> nanoseconds(run.stageNs())),
            new Column("memory", run -> nanoseconds(run.memoryNs())));
    List<Column> columns = all.stream().filter(c -> refuses || !c.title().equals(REFUSED)).toList();
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            "%s: %d switches; load %s; ordering %s; simulated%s%n%n",
            scenario,
            switchCount,
            load,
            ordering,
            sharedCores == 0 ? "" : ", all threads on " + sharedCores + " cores"));
    if (eventsNotPlayed > 0) {
      out.append(String.format("the scenario's events are not played: %d%n%n", eventsNotPlayed));
    }
    int[] widths =
        columns.stream()
            .mapToInt(
                column ->
                    Math.max(
                        column.title().length(),
                        runs.stream()
                            .mapToInt(r -> column.cell().apply(r).length())
                            .max()
                            .orElse(0)))
            .toArray();
    out.append(row(columns, widths, Column::title));
    for (SimulatedRun run : runs) {
      out.append(row(columns, widths, column -> column.cell().apply(run)));
    }
    return out.toString();
  }

  private static String row(List<Column> columns, int[] widths, Function<Column, String> cell) {
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String text = cell.apply(columns.get(i));
      String gap = " ".repeat(widths[i] - text.length());
      row.append(i == 0 ? text + gap : "  " + gap + text);
    }
    return row.toString().stripTrailing() + "\n";
  }

  /** The ratio to the same strategy's run with the fewest workers, which is the first one. */
  private double ratio(SimulatedRun run) {
    SimulatedRun first =
        runs.stream().filter(r -> r.strategy().equals(run.strategy())).findFirst().orElseThrow();
    return run.throughputRequestsPerSecond() / first.throughputRequestsPerSecond();
  }

  private static String percent(double part) {
    return part == 0 ? Figures.UNKNOWN : String.format("%.0f", 100 * part);
  }

  private static String nanoseconds(double ns) {
    return String.format("%.1f", ns);
  }
}
