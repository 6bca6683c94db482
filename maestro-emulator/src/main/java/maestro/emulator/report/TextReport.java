package maestro.emulator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import maestro.emulator.report.RunResult.ErrorCounts;
import maestro.emulator.report.RunResult.ScenarioFacts;
import maestro.emulator.report.TextTable.Column;

/** Results for a terminal, in lines that end with a line feed. */
public final class TextReport {
  private static final String DEVIATION = "deviation from fair share, %";
  private static final String PROBING = "probing delay, ms";
  private static final String DISTURBED =
      "* other programs used processors meanwhile (%s): delays are longer and throughput is lower"
          + " than they would be";

  private static final TextTable<RunResult> TABLE =
      new TextTable<>(
          List.of(
              new Column<>("", "controller", TextReport::name),
              new Column<>(
                  "requests", "a second", r -> Figures.rate(r.throughputRequestsPerSecond())),
              new Column<>(DEVIATION, "min", r -> Figures.deviation(r.deviation().min())),
              new Column<>(DEVIATION, "p10", r -> Figures.deviation(r.deviation().p10())),
              new Column<>(DEVIATION, "p50", r -> Figures.deviation(r.deviation().p50())),
              new Column<>(DEVIATION, "p90", r -> Figures.deviation(r.deviation().p90())),
              new Column<>(DEVIATION, "max", r -> Figures.deviation(r.deviation().max())),
              new Column<>("", "Jain", r -> Figures.index(r.jain())),
              new Column<>(PROBING, "mean", r -> Figures.milliseconds(r.probing().meanNs())),
              new Column<>(PROBING, "p50", r -> Figures.milliseconds(r.probing().p50Ns())),
              new Column<>(PROBING, "p99", r -> Figures.milliseconds(r.probing().p99Ns())),
              new Column<>(PROBING, "max", r -> Figures.milliseconds(r.probing().maxNs())),
              new Column<>(
                  "CPU s", "per M", r -> Figures.seconds(r.cpuSecondsPerMillionRequests())),
              new Column<>("", "errors", r -> Figures.count(r.errors().total()))));

  private TextReport() {}

  /** One run or several side by side: a header, a line each, and what must be known about them. */
  public static String table(List<RunResult> results) {
    StringBuilder out = new StringBuilder();
    results.stream()
        .map(RunResult::scenario)
        .map(TextReport::scenario)
        .distinct()
        .forEach(line -> out.append(line).append('\n'));
    out.append('\n').append(TABLE.text(results));
    List<String> notes = new ArrayList<>(results.stream().flatMap(TextReport::notes).toList());
    List<String> disturbed =
        results.stream()
            .filter(r -> r.otherPrograms().disturbing())
            .map(TextReport::others)
            .toList();
    if (!disturbed.isEmpty()) {
      notes.add(DISTURBED.formatted(String.join(", ", disturbed)));
    }
    if (!notes.isEmpty()) {
      out.append('\n');
      notes.forEach(note -> out.append(note).append('\n'));
    }
    return out.toString();
  }

  /** The scenario in one line. */
  static String scenario(ScenarioFacts facts) {
    List<String> parts = new ArrayList<>();
    parts.add(Figures.count(facts.switchCount()) + " switches");
    parts.add(Figures.count(facts.hostCount()) + " hosts");
    boolean hasRates = !facts.rates().isEmpty() && !facts.rates().equals(facts.load());
    parts.add("load " + facts.load() + (hasRates ? ", " + facts.rates() : ""));
    parts.add(facts.frameSizeBytes() + " B frames " + (facts.buffered() ? "" : "un") + "buffered");
    parts.add("OpenFlow " + facts.openflow());
    return facts.name() + ": " + String.join("; ", parts);
  }

  private static String name(RunResult result) {
    boolean marked =
        !result.completion().complete()
            || result.emulator().bound()
            || result.otherPrograms().disturbing();
    return result.controller() + (marked ? " *" : "");
  }

  private static String others(RunResult result) {
    double processors = result.otherPrograms().processors();
    return String.format(Locale.ROOT, "%s: %.1f", result.controller(), processors);
  }

  private static Stream<String> notes(RunResult result) {
    List<String> notes = new ArrayList<>();
    if (!result.completion().complete()) {
      notes.add("* " + result.controller() + ": partial: " + result.completion().reason());
    }
    if (result.emulator().bound()) {
      notes.add(
          "* "
              + result.controller()
              + ": the emulator was the bottleneck: "
              + result.emulator().reason());
    }
    ErrorCounts errors = result.errors();
    if (errors.total() > 0) {
      notes.add(
          result.controller()
              + ": answers wrong port "
              + Figures.count(errors.wrongPort())
              + ", double "
              + Figures.count(errors.doubled())
              + ", unasked "
              + Figures.count(errors.unasked())
              + ", missing "
              + Figures.count(errors.missing())
              + ", out of order "
              + Figures.count(errors.outOfOrder()));
    }
    if (result.floodedRequests() > 0) {
      notes.add(
          result.controller()
              + ": "
              + Figures.count(result.floodedRequests())
              + " right answers went to all ports");
    }
    return notes.stream();
  }
}
