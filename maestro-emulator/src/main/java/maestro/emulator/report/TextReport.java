package maestro.emulator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import maestro.emulator.report.RunResult.ErrorCounts;
import maestro.emulator.report.RunResult.ScenarioFacts;

/** Results for a terminal, in lines that end with a line feed. */
public final class TextReport {
  private record Column(String group, String title, Function<RunResult, String> cell) {}

  private static final String DEVIATION = "deviation from fair share, %";
  private static final String PROBING = "probing delay, ms";
  private static final String GAP = "  ";

  private static final List<Column> COLUMNS =
      List.of(
          new Column("", "controller", TextReport::name),
          new Column("requests", "a second", r -> Figures.rate(r.throughputRequestsPerSecond())),
          new Column(DEVIATION, "min", r -> Figures.deviation(r.deviation().min())),
          new Column(DEVIATION, "p10", r -> Figures.deviation(r.deviation().p10())),
          new Column(DEVIATION, "p50", r -> Figures.deviation(r.deviation().p50())),
          new Column(DEVIATION, "p90", r -> Figures.deviation(r.deviation().p90())),
          new Column(DEVIATION, "max", r -> Figures.deviation(r.deviation().max())),
          new Column("", "Jain", r -> Figures.index(r.jain())),
          new Column(PROBING, "mean", r -> Figures.milliseconds(r.probing().meanNs())),
          new Column(PROBING, "p50", r -> Figures.milliseconds(r.probing().p50Ns())),
          new Column(PROBING, "p99", r -> Figures.milliseconds(r.probing().p99Ns())),
          new Column(PROBING, "max", r -> Figures.milliseconds(r.probing().maxNs())),
          new Column("CPU s", "per M", r -> Figures.seconds(r.cpuSecondsPerMillionRequests())),
          new Column("", "errors", r -> Figures.count(r.errors().total())));

  private TextReport() {}

  /** One run or several side by side: a header, a line each, and what must be known about them. */
  public static String table(List<RunResult> results) {
    StringBuilder out = new StringBuilder();
    results.stream()
        .map(RunResult::scenario)
        .map(TextReport::scenario)
        .distinct()
        .forEach(line -> out.append(line).append('\n'));
    out.append('\n').append(grid(results));
    List<String> notes = results.stream().flatMap(TextReport::notes).toList();
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

  private static String grid(List<RunResult> results) {
    int[] widths = new int[COLUMNS.size()];
    for (int c = 0; c < widths.length; c++) {
      Column column = COLUMNS.get(c);
      int title = column.title().length();
      // A group of one column is as wide as its name; others are wide enough by themselves.
      int group = groupEnd(c) - groupStart(c) == 1 ? column.group().length() : 0;
      int cells = results.stream().mapToInt(r -> column.cell().apply(r).length()).max().orElse(0);
      widths[c] = Math.max(Math.max(title, group), cells);
    }
    StringBuilder out = new StringBuilder();
    StringBuilder groups = new StringBuilder();
    for (int c = 0; c < widths.length; c = groupEnd(c)) {
      int width = GAP.length() * (groupEnd(c) - c - 1);
      for (int i = c; i < groupEnd(c); i++) {
        width += widths[i];
      }
      groups.append(c == 0 ? "" : GAP).append(padded(COLUMNS.get(c).group(), width, c == 0));
    }
    out.append(groups.toString().stripTrailing()).append('\n');
    out.append(row(widths, Column::title)).append('\n');
    for (RunResult result : results) {
      out.append(row(widths, column -> column.cell().apply(result))).append('\n');
    }
    return out.toString();
  }

  private static String row(int[] widths, Function<Column, String> cell) {
    StringBuilder out = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      out.append(c == 0 ? "" : GAP).append(padded(cell.apply(COLUMNS.get(c)), widths[c], c == 0));
    }
    return out.toString().stripTrailing();
  }

  private static int groupStart(int c) {
    int start = c;
    while (start > 0 && isSameGroup(start - 1, c)) {
      start--;
    }
    return start;
  }

  private static int groupEnd(int c) {
    int end = c + 1;
    while (end < COLUMNS.size() && isSameGroup(end, c)) {
      end++;
    }
    return end;
  }

  private static boolean isSameGroup(int a, int b) {
    String group = COLUMNS.get(a).group();
    return !group.isEmpty() && group.equals(COLUMNS.get(b).group());
  }

  private static String padded(String text, int width, boolean left) {
    String padding = " ".repeat(Math.max(0, width - text.length()));
    return left ? text + padding : padding + text;
  }

  private static String name(RunResult result) {
    boolean marked = !result.completion().complete() || result.emulator().bound();
    return result.controller() + (marked ? " *" : "");
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
