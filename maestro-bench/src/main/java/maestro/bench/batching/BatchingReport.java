package maestro.bench.batching;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import maestro.bench.batching.BatchingResult.Run;
import maestro.bench.batching.BatchingResult.Step;
import maestro.emulator.report.Figures;
import maestro.emulator.report.HtmlReport;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.TextTable;
import maestro.emulator.report.TextTable.Column;

/**
 * Writes results of subjects with different batching for a terminal, as JSON, and as one
 * self-contained page.
 */
public final class BatchingReport {
  private static final String PROBING = "probing delay, ms";
  private static final String REQUESTS = "requests a second";
  private static final String RATIO = "ratio to the first";

  private static final TextTable<SubjectStep> STEPS =
      new TextTable<>(
          List.of(
              new Column<>("", "subject", SubjectStep::subject),
              new Column<>("", "time, s", s -> seconds(s.step.fromSeconds(), s.step.toSeconds())),
              new Column<>(REQUESTS, "offered", s -> Figures.rate(s.step.offeredPerSecond())),
              new Column<>(REQUESTS, "served", s -> Figures.rate(s.step.servedPerSecond())),
              new Column<>("mean", "IBT", s -> whole(s.step.ibt())),
              new Column<>("mean", "batch", s -> whole(s.step.batchRequests())),
              new Column<>(PROBING, "mean", s -> Figures.milliseconds(s.step.probingMeanNs())),
              new Column<>(PROBING, "p99", s -> Figures.milliseconds(s.step.probingP99Ns()))));

  private static final TextTable<BatchingComparison.Row> COMPARISON =
      new TextTable<>(
          List.of(
              new Column<>("", "scenario", BatchingComparison.Row::scenario),
              new Column<>("", "subject", r -> r.subject() + (r.note().isEmpty() ? "" : " *")),
              new Column<>(REQUESTS, "served", r -> Figures.rate(r.median().throughput())),
              new Column<>(PROBING, "mean", r -> Figures.milliseconds(r.median().probingMeanNs())),
              new Column<>(PROBING, "p99", r -> Figures.milliseconds(r.median().probingP99Ns())),
              new Column<>(RATIO, "served", r -> ratio(r.ratio().throughput())),
              new Column<>(RATIO, "mean", r -> ratio(r.ratio().probingMeanNs())),
              new Column<>(RATIO, "p99", r -> ratio(r.ratio().probingP99Ns()))));

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
    Files.writeString(directory.resolve("batching.json"), ResultJson.indented(result) + "\n");
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
        directory.resolve("batching-comparison.json"), ResultJson.indented(comparison) + "\n");
  }

  /** The page. */
  static String page(BatchingResult result) {
    return HtmlReport.page(
        "Maestro batching",
        "batching.json",
        HtmlReport.resource(BatchingReport.class, "batching.js"),
        ResultJson.compact(result));
  }

  /** Step by step, in lines that end with a line feed. */
  public static String text(BatchingResult result) {
    List<SubjectStep> rows = new ArrayList<>();
    for (Run run : result.runs()) {
      String name = run.subject() + (run.note().isEmpty() ? "" : " *");
      run.steps().forEach(step -> rows.add(new SubjectStep(name, step)));
    }
    StringBuilder out = new StringBuilder();
    out.append(workers(result.workers())).append("; ").append(result.load()).append('\n');
    result.runs().forEach(run -> started(out, run.subject(), run.startedWith()));
    out.append('\n');
    out.append(STEPS.text(rows));
    for (Run run : result.runs()) {
      if (!run.note().isEmpty()) {
        out.append("* ").append(run.subject()).append(": ").append(run.note()).append('\n');
      }
    }
    return out.toString();
  }

  /** Scenario by scenario, in lines that end with a line feed. */
  public static String text(BatchingComparison comparison) {
    StringBuilder out = new StringBuilder(workers(comparison.workers())).append('\n');
    Map<String, String> meanings = new LinkedHashMap<>();
    comparison.rows().forEach(row -> meanings.put(row.subject(), row.startedWith()));
    meanings.forEach((subject, meaning) -> started(out, subject, meaning));
    out.append('\n');
    out.append(COMPARISON.text(comparison.rows()));
    comparison.rows().stream()
        .filter(Predicate.not(row -> row.note().isEmpty()))
        .map(row -> "* " + row.scenario() + ", " + row.subject() + ": " + row.note() + "\n")
        .forEach(out::append);
    return out.toString();
  }

  private static String workers(int count) {
    return count == 1 ? "1 worker" : count + " workers";
  }

  private static void started(StringBuilder out, String subject, String meaning) {
    if (!meaning.isEmpty()) {
      out.append(subject).append(": ").append(meaning).append('\n');
    }
  }

  private static String seconds(double from, double to) {
    return String.format(Locale.ROOT, "%.0f–%.0f", from, to);
  }

  private static String whole(double value) {
    return Double.isNaN(value) ? Figures.UNKNOWN : Figures.count(Math.round(value));
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? Figures.UNKNOWN : String.format(Locale.ROOT, "%.2f", value);
  }
}
