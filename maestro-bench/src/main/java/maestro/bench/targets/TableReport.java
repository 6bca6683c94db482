package maestro.bench.targets;

import java.util.List;
import maestro.bench.targets.TableResult.Row;
import maestro.bench.targets.TableResult.Target;
import maestro.bench.targets.TableResult.Unit;
import maestro.bench.targets.TableResult.Verdict;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;
import maestro.emulator.format.ReportPage;
import maestro.emulator.format.Scores;
import maestro.emulator.format.Scores.Score;

/** A table of targets for a terminal and as one page that needs nothing else. Stateless. */
public final class TableReport {
  private static final Table<Row> TABLE =
      Table.of(
          new Column<>("row", row -> row.name() + (row.note().isEmpty() ? "" : " *")),
          new Column<>("value", row -> number(row.value(), row.target().unit())),
          new Column<>("must", row -> limit(row.target(), row.target().must())),
          new Column<>("aim", row -> limit(row.target(), row.target().aim())),
          Column.words("met", row -> row.verdict().text()),
          Column.words("what", Row::what));

  private TableReport() {}

  /** The rows, and what must be known about them, in lines that end with a line feed. */
  public static String text(List<Row> rows) {
    StringBuilder out = new StringBuilder(TABLE.text(rows));
    List<String> notes = notes(rows);
    out.append(notes.isEmpty() ? "" : "\n");
    notes.forEach(note -> out.append(note).append('\n'));
    return out.toString();
  }

  private static List<String> notes(List<Row> rows) {
    return rows.stream()
        .filter(row -> !row.note().isEmpty())
        .map(row -> "* " + row.name() + ": " + row.note())
        .toList();
  }

  /** The page. */
  public static String page(TableResult table) {
    List<Row> rows = table.rows();
    ReportPage page =
        new ReportPage("Maestro: what it must reach", "the JSON file")
            .heading("What it must reach, and what it reaches")
            .lead(
                "Of %d rows %d reach their aim, %d what they must, %d miss it, %d were not measured."
                    .formatted(
                        rows.size(),
                        count(rows, Verdict.AIM),
                        count(rows, Verdict.MUST),
                        count(rows, Verdict.MISSED),
                        count(rows, Verdict.NOT_MEASURED)))
            .facts(
                rows.stream().map(Row::measuredAt).max(String::compareTo).orElse(""),
                table.machine().text())
            .section(
                "Against the targets",
                "A dot is a round, the bar ends at the row’s value, the tick is the aim. Green"
                    + " reaches the aim, blue what it must, red misses it. Beyond 64 times is drawn"
                    + " at 64.",
                new Scores(
                    rows.stream()
                        .map(TableReport::score)
                        .filter(score -> !Double.isNaN(score.score()))
                        .toList()));
    return page.section(
            "All rows",
            "A value is the middle of its rounds.",
            TABLE.of(rows).styled("fit"),
            notes(rows))
        .html();
  }

  private static long count(List<Row> rows, Verdict verdict) {
    return rows.stream().filter(row -> row.verdict() == verdict).count();
  }

  private static Score score(Row row) {
    Target target = row.target();
    return new Score(
        row.name(),
        number(row.value(), target.unit()),
        row.verdict().text(),
        score(target, row.value()),
        score(target, target.aim()),
        row.rounds().stream()
            .map(round -> score(target, round.value()))
            .filter(score -> !Double.isNaN(score))
            .toList());
  }

  /** How many times better than it must be; NaN when that has no meaning. */
  static double score(Target target, double value) {
    double score = target.atLeast() ? value / target.must() : target.must() / value;
    return Double.isFinite(score) && score > 0 ? score : Double.NaN;
  }

  /** What a row asks for, such as {@code ≤ 0.20 ms}. */
  static String limit(Target target, double value) {
    if (Double.isNaN(value)) {
      return Figures.UNKNOWN;
    }
    boolean exact = value == 0 && !target.atLeast();
    return (target.atLeast() ? "≥ " : exact ? "" : "≤ ") + number(value, target.unit());
  }

  /** A row's number with its unit. */
  private static String number(double value, Unit unit) {
    if (Double.isNaN(value)) {
      return Figures.UNKNOWN;
    }
    return switch (unit) {
      case RATIO -> Figures.ratio(value);
      case PER_CENT -> Figures.seconds(value) + " %";
      case MILLISECONDS -> Figures.seconds(value) + " ms";
      case SECONDS -> Figures.seconds(value) + " s";
      case MEGABYTES -> Figures.seconds(value) + " MB";
      case BYTES -> (value == 0 ? "0" : Figures.seconds(value)) + " B";
    };
  }
}
