package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import maestro.emulator.format.Axis;
import maestro.emulator.format.Chart;
import maestro.emulator.format.Chart.Line;
import maestro.emulator.format.Figures;
import maestro.emulator.format.ReportPage;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult.Spread;

/** Simulated runs over the number of workers, as a self-contained page. Used once. */
final class SimulationPage {
  private static final double NS_PER_MS = 1e6;
  private static final double LEAST_SHOWN_PERCENT = 0.01;

  private final SimulationReport report;
  private final List<String> strategies;
  private final ReportPage page =
      new ReportPage("Maestro simulation", "what `simulate --json` prints");

  private SimulationPage(SimulationReport report) {
    this.report = report;
    this.strategies = report.runs().stream().map(SimulatedRun::strategy).distinct().toList();
  }

  static String of(SimulationReport report) {
    SimulationPage made = new SimulationPage(report);
    made.head();
    made.charts();
    return made.page.html();
  }

  private void head() {
    int most = report.runs().stream().mapToInt(SimulatedRun::workers).max().orElse(1);
    long seeds = report.runs().stream().map(SimulatedRun::seed).distinct().count();
    page.heading(report.scenario() + ": simulated on up to " + Figures.count(most, "core", "cores"))
        .lead(report.description())
        .facts(
            Figures.count(report.switchCount(), "switch", "switches"),
            "load " + report.load(),
            "ordering " + report.ordering(),
            report.measuredSeconds() + " s of virtual time each",
            seeds > 1 ? "medians of " + seeds + " seeds" : "",
            report.controllerText(),
            report.sharedCores() > 0
                ? "all threads share " + Figures.count(report.sharedCores(), "core", "cores")
                : "",
            report.eventsText());
  }

  private void charts() {
    chart(
        "Throughput",
        "Answers a second.",
        Axis.logarithmic("requests a second"),
        SimulatedRun::throughputRequestsPerSecond);
    if (report.runs().stream().anyMatch(run -> run.refusedRequestsPerSecond() > 0)) {
      chart(
          "Refused",
          "Requests a second whose time came while the socket was full; the scenario offers them"
              + " nowhere later.",
          Axis.linear("requests a second", 0),
          SimulatedRun::refusedRequestsPerSecond);
    }
    chart(
        "Throughput relative to the fewest workers",
        "As in Figures 12 and 13 of the Maestro paper; a straight line scales.",
        Axis.logarithmic("times that of the fewest workers"),
        run ->
            run.throughputRequestsPerSecond() / fewestWorkers(run).throughputRequestsPerSecond());
    chart(
        "Largest deviation from the max-min fair share",
        "Of any switch, over all of measured time. Below 0.01 % is drawn as 0.01 %.",
        Axis.logarithmic("deviation, %"),
        run -> largestPercent(run.deviation()));
    chart(
        "Probing delay, mean",
        "Of a switch that asks rarely while the others load the controller.",
        Axis.logarithmic("delay, ms"),
        run -> run.probing().meanNs() / NS_PER_MS);
    chart(
        "Probing delay, 99th percentile",
        "Of the same switch.",
        Axis.logarithmic("delay, ms"),
        run -> run.probing().p99Ns() / NS_PER_MS);
    chart(
        "Processor time for a request",
        "System calls, the controller’s own code, and memory that other cores have written, of all"
            + " threads.",
        Axis.linear("ns", 0),
        run -> run.kernelNs() + run.stageNs() + run.memoryNs());
    page.section("All numbers", "As on the terminal.", SimulationTable.of(report.runs()));
  }

  private SimulatedRun fewestWorkers(SimulatedRun run) {
    return report.runs().stream()
        .filter(each -> each.strategy().equals(run.strategy()) && each.seed() == run.seed())
        .findFirst()
        .orElse(run);
  }

  private static double largestPercent(Spread deviation) {
    return Math.max(LEAST_SHOWN_PERCENT, 100 * Math.max(-deviation.min(), deviation.max()));
  }

  /** A line for each strategy, through the median of the seeds at each number of workers. */
  private void chart(String title, String note, Axis y, ToDoubleFunction<SimulatedRun> value) {
    Axis x = new Axis("workers, each with a core of its own", Axis.Scale.DOUBLING);
    List<Line> lines = new ArrayList<>();
    for (String strategy : strategies) {
      List<SimulatedRun> runs =
          report.runs().stream().filter(run -> run.strategy().equals(strategy)).toList();
      List<Integer> workers = runs.stream().map(SimulatedRun::workers).distinct().toList();
      lines.add(Line.of(strategy, workers, count -> count, count -> median(runs, count, value)));
    }
    if (lines.stream().anyMatch(line -> !line.points().isEmpty())) {
      page.section(title, note, new Chart(title, x, y, lines));
    }
  }

  private static double median(
      List<SimulatedRun> runs, int workers, ToDoubleFunction<SimulatedRun> value) {
    return Rounds.median(
        runs.stream()
            .filter(run -> run.workers() == workers)
            .mapToDouble(value)
            .filter(number -> !Double.isNaN(number))
            .toArray());
  }
}
