package maestro.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import maestro.bench.soak.SoakResult.Answers;
import maestro.bench.soak.SoakResult.Finding;
import maestro.bench.soak.SoakResult.Sample;
import maestro.bench.soak.SoakResult.Subject;
import maestro.bench.soak.SoakResult.Verdict;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Axis;
import maestro.emulator.format.Chart;
import maestro.emulator.format.Chart.Line;
import maestro.emulator.format.Figures;
import maestro.emulator.format.Json;
import maestro.emulator.format.ReportPage;

/** Writes a soak for a terminal, as JSON, and as one self-contained page. Stateless. */
public final class SoakReport {
  private static final double MIB = 1 << 20;
  private static final double NS_PER_MS = 1e6;
  private static final double LEAST_SHOWN_MS = 1e-3;

  private static final Table<Finding> FINDINGS =
      Table.of(
          Column.words("", Finding::what),
          Column.words("", Finding::found),
          Column.words("", Finding::word));

  /** Which switches, and what became of their requests. */
  private record Row(String switches, Answers answers) {}

  private static final Table<Row> ANSWERS =
      Table.of(
          new Column<>("switches", Row::switches),
          new Column<>("", "requests", Figures::count, r -> r.answers.sent()),
          new Column<>("", "right answers", Figures::count, r -> r.answers.right()),
          new Column<>("", "missing", Figures::count, r -> r.answers.missing()),
          new Column<>("", "wrong port", Figures::count, r -> r.answers.wrongPort()),
          new Column<>("", "double", Figures::count, r -> r.answers.doubled()),
          new Column<>("", "unasked", Figures::count, r -> r.answers.unasked()),
          new Column<>("", "out of order", Figures::count, r -> r.answers.outOfOrder()),
          new Column<>("", "malformed", Figures::count, r -> r.answers.malformed()),
          new Column<>("", "flooded", Figures::count, r -> r.answers.flooded()));

  private SoakReport() {}

  /**
   * Writes {@code soak.json} and {@code soak.html}, and overwrites old ones.
   *
   * @param directory made when it is missing
   * @return the page
   */
  public static Path write(Path directory, SoakResult result) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("soak.json"), Json.indented(result) + "\n");
    return Files.writeString(directory.resolve("soak.html"), page(result));
  }

  /** The verdict, in lines that end with a line feed. */
  public static String text(SoakResult result) {
    Subject subject = result.subject();
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "soak of %s: %s of %s; seed %d%n%s%n%n%s",
            subject.controller(),
            time(subject.seconds()),
            time(subject.plannedSeconds()),
            subject.seed(),
            subject.load(),
            FINDINGS.text(result.findings())));
    out.append(
        String.format(
            Locale.ROOT,
            "%nanswers %,d; delay p50 %s ms, p99 %s ms, longest %s ms; joins of switches that come"
                + " and go %,d%n",
            result.outcome().steady().right() + result.outcome().churning().right(),
            Figures.milliseconds(result.waits().delays().p50Ns()),
            Figures.milliseconds(result.waits().delays().p99Ns()),
            Figures.milliseconds(result.waits().longestDelayNs()),
            result.outcome().joins()));
    result.failures().forEach(failure -> out.append("broke off: ").append(failure).append('\n'));
    return out.toString();
  }

  /** The page. */
  private static String page(SoakResult result) {
    Subject subject = result.subject();
    ReportPage page =
        new ReportPage("Maestro soak", "soak.json")
            .heading("Soak of " + subject.controller())
            .lead(subject.load())
            .facts(
                subject.startedAt(),
                time(subject.seconds()) + " of " + time(subject.plannedSeconds()),
                subject.machine().cores(),
                subject.machine().os(),
                "seed " + subject.seed());
    for (Finding finding : result.findings()) {
      if (finding.verdict() == Verdict.BAD) {
        page.warning(finding.what() + ": " + finding.found() + ": " + finding.word());
      }
    }
    result.failures().forEach(failure -> page.warning("broke off: " + failure));
    page.section(
        "Verdict",
        "Growth is the median of all slopes, without the first fifth of the time; up to 5 % is"
            + " chance.",
        FINDINGS.of(result.findings()));
    new Curves(result.samples()).addTo(page);
    List<Row> answers =
        List.of(
            new Row("that stay", result.outcome().steady()),
            new Row("that come and go", result.outcome().churning()));
    return page.section(
            "Answers",
            "Flooded ones are right: after an exchange of the configuration the learning switch"
                + " learns anew.",
            ANSWERS.of(answers).styled("fit"))
        .html();
  }

  /** What was seen of the controller over time, in the unit that its length asks for. */
  private record Curves(List<Sample> samples) {
    void addTo(ReportPage page) {
      page.section(
          "Heap and direct memory after a collection",
          "The controller is asked for a collection now and then; what is left is in use.",
          chart(
              Axis.linear("MiB", 0),
              line("heap", s -> s.heapBytes() / MIB),
              line("direct memory", s -> s.directBytes() / MIB)));
      page.section(
          "Resident memory",
          "Of the process, as the system sees it: what was touched once stays.",
          chart(Axis.linear("MiB", 0), line("resident", s -> s.residentBytes() / MIB)));
      page.section(
          "Descriptors, switches and threads",
          "Each connected switch takes a descriptor; the line of the descriptors should follow that"
              + " of the switches.",
          chart(
              Axis.linear("count", 0),
              line("descriptors", Sample::descriptors),
              line("switches", Sample::switches),
              line("threads", Sample::threads)));
      page.section(
          "Answers over time",
          "Of all switches, between two looks.",
          chart(Axis.linear("answers a second", 0), line("answers", Sample::answersPerSecond)));
      page.section(
          "Longest waits",
          "Longest delay of the probing switch between two looks, and the longest time for which"
              + " the emulator itself did not run: what both have is not the controller’s.",
          chart(
              Axis.logarithmic("ms"),
              line("probing switch", s -> milliseconds(s.worstProbeNs())),
              line("emulator", s -> milliseconds(s.ownPauseNs()))));
    }

    private Chart chart(Axis y, Line... lines) {
      String unit = seconds() == 3_600 ? "h" : seconds() == 60 ? "min" : "s";
      return new Chart(
          y.label() + " over time", Axis.linear("time, " + unit, 0), y, List.of(lines));
    }

    private Line line(String name, ToDoubleFunction<Sample> value) {
      return Line.of(name, samples, s -> s.atSeconds() / seconds(), value);
    }

    private double seconds() {
      double last = samples.stream().mapToDouble(Sample::atSeconds).max().orElse(0);
      return last >= 7_200 ? 3_600 : last >= 180 ? 60 : 1;
    }

    private static double milliseconds(double ns) {
      return ns > 0 ? Math.max(LEAST_SHOWN_MS, ns / NS_PER_MS) : Double.NaN;
    }
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60);
  }
}
