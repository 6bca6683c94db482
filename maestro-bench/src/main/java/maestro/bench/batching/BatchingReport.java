package maestro.bench.batching;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import maestro.bench.batching.BatchingComparison.Row;
import maestro.bench.batching.BatchingResult.Point;
import maestro.bench.batching.BatchingResult.Run;
import maestro.bench.batching.BatchingResult.Step;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Axis;
import maestro.emulator.format.Chart;
import maestro.emulator.format.Chart.Line;
import maestro.emulator.format.Figures;
import maestro.emulator.format.Json;
import maestro.emulator.format.ReportPage;

/**
 * Writes results of subjects with different batching for a terminal, as JSON, and as one
 * self-contained page.
 */
public final class BatchingReport {
  private static final String PROBING = "probing delay, ms";
  private static final String REQUESTS = "requests a second";
  private static final String RATIO = "ratio to the first";
  private static final double NS_PER_MS = 1e6;

  private static final Table<SubjectStep> STEPS =
      Table.of(
          new Column<>("subject", SubjectStep::subject),
          new Column<>("time, s", s -> seconds(s.step.fromSeconds(), s.step.toSeconds())),
          new Column<>(REQUESTS, "offered", Figures::rate, s -> s.step.offeredPerSecond()),
          new Column<>(REQUESTS, "served", Figures::rate, s -> s.step.servedPerSecond()),
          new Column<>("mean", "IBT", Figures::count, s -> s.step.ibt()),
          new Column<>("mean", "batch", Figures::count, s -> s.step.batchRequests()),
          new Column<>(PROBING, "mean", Figures::milliseconds, s -> s.step.probingMeanNs()),
          new Column<>(PROBING, "p99", Figures::milliseconds, s -> s.step.probingP99Ns()));

  private static final Table<Row> COMPARISON =
      Table.of(
          new Column<>("scenario", Row::scenario),
          new Column<>("subject", r -> r.subject() + (r.note().isEmpty() ? "" : " *")),
          new Column<>(REQUESTS, "served", Figures::rate, r -> r.median().throughput()),
          new Column<>(PROBING, "mean", Figures::milliseconds, r -> r.median().probingMeanNs()),
          new Column<>(PROBING, "p99", Figures::milliseconds, r -> r.median().probingP99Ns()),
          new Column<>(RATIO, "served", Figures::ratio, r -> r.ratio().throughput()),
          new Column<>(RATIO, "mean", Figures::ratio, r -> r.ratio().probingMeanNs()),
          new Column<>(RATIO, "p99", Figures::ratio, r -> r.ratio().probingP99Ns()));

  private BatchingReport() {}

  private record SubjectStep(String subject, Step step) {}

  /**
   * Writes {@code batching.json} and {@code batching.html}, and overwrites old ones.
   *
   * @param directory made when it is missing
   * @return the page
   */
  public static Path write(Path directory, BatchingResult result) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("batching.json"), Json.indented(result) + "\n");
    return Files.writeString(directory.resolve("batching.html"), page(result));
  }

  /**
   * Writes {@code batching-comparison.json}, and overwrites an old one.
   *
   * @param directory made when it is missing
   * @return the file
   */
  public static Path write(Path directory, BatchingComparison comparison) throws IOException {
    Files.createDirectories(directory);
    return Files.writeString(
        directory.resolve("batching-comparison.json"), Json.indented(comparison) + "\n");
  }

  /** The page. */
  private static String page(BatchingResult result) {
    ReportPage page =
        new ReportPage("Maestro batching", "batching.json")
            .heading("Batching under changing rates")
            .lead(workers(result.workers()) + ": " + result.load())
            .facts(result.startedAt(), result.machine().text());
    for (Run run : result.runs()) {
      page.facts(named(run.subject(), run.startedWith()));
      page.warning(named(run.subject(), run.note()));
    }
    List<Line> offered =
        lines(result, Point::offeredPerSecond).stream()
            .limit(1)
            .map(line -> new Line("offered", line.points()))
            .toList();
    chart(page, "Offered", "The same for every subject.", Axis.linear(REQUESTS, 0), offered);
    chart(
        page,
        "Served",
        "Right answers, by 100 ms.",
        Axis.linear(REQUESTS, 0),
        lines(result, Point::servedPerSecond));
    chart(
        page,
        "Input batching threshold",
        "A batch is run when it holds so many requests, or when nothing is pending. Mean of all"
            + " workers.",
        Axis.logarithmic("requests"),
        lines(result, point -> point.ibt() > 0 ? point.ibt() : Double.NaN));
    chart(
        page,
        "Probing delay",
        "Mean of the probes that were answered within 100 ms.",
        Axis.logarithmic("ms"),
        lines(result, p -> p.probingMeanNs() > 0 ? p.probingMeanNs() / NS_PER_MS : Double.NaN));
    return page.section(
            "Step by step",
            "The delay is that of a switch which asks now and then; its p99 is that of the means"
                + " of 100 ms.",
            STEPS.of(steps(result)))
        .html();
  }

  private static void chart(ReportPage page, String title, String note, Axis y, List<Line> lines) {
    page.section(title, note, new Chart(title, Axis.linear("time, s", 0), y, lines));
  }

  private static List<Line> lines(BatchingResult result, ToDoubleFunction<Point> value) {
    return result.runs().stream()
        .map(run -> Line.of(run.subject(), run.points(), Point::atSeconds, value))
        .toList();
  }

  /** Step by step, in lines that end with a line feed. */
  public static String text(BatchingResult result) {
    StringBuilder out = new StringBuilder();
    out.append(workers(result.workers())).append("; ").append(result.load()).append('\n');
    result.runs().forEach(run -> line(out, named(run.subject(), run.startedWith())));
    out.append('\n').append(STEPS.text(steps(result)));
    result.runs().forEach(run -> line(out, named("* " + run.subject(), run.note())));
    return out.toString();
  }

  private static List<SubjectStep> steps(BatchingResult result) {
    List<SubjectStep> rows = new ArrayList<>();
    for (Run run : result.runs()) {
      String name = run.subject() + (run.note().isEmpty() ? "" : " *");
      run.steps().forEach(step -> rows.add(new SubjectStep(name, step)));
    }
    return rows;
  }

  /** Scenario by scenario, in lines that end with a line feed. */
  public static String text(BatchingComparison comparison) {
    StringBuilder out = new StringBuilder(workers(comparison.workers())).append('\n');
    Map<String, String> meanings = new LinkedHashMap<>();
    comparison.rows().forEach(row -> meanings.put(row.subject(), row.startedWith()));
    meanings.forEach((subject, meaning) -> line(out, named(subject, meaning)));
    out.append('\n').append(COMPARISON.text(comparison.rows()));
    for (Row row : comparison.rows()) {
      line(out, named("* " + row.scenario() + ", " + row.subject(), row.note()));
    }
    return out.toString();
  }

  private static String workers(int count) {
    return Figures.count(count, "worker", "workers");
  }

  /** What is to be said of somebody; empty when nothing is. */
  private static String named(String subject, String meaning) {
    return meaning.isEmpty() ? "" : subject + ": " + meaning;
  }

  private static void line(StringBuilder out, String text) {
    out.append(text).append(text.isEmpty() ? "" : "\n");
  }

  private static String seconds(double from, double to) {
    return String.format(Locale.ROOT, "%.0f–%.0f", from, to);
  }
}
