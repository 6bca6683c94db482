package maestro.bench.targets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import maestro.bench.targets.TableResult.Row;
import maestro.bench.targets.TableResult.Target;
import maestro.bench.targets.TableResult.Unit;
import maestro.emulator.report.Figures;

/** A table of targets for a terminal, in lines that end with a line feed. */
public final class TableText {
  private static final List<String> TITLES = List.of("row", "value", "must", "aim", "met", "what");
  private static final int FIRST_NUMBER = 1;
  private static final int LAST_NUMBER = 3;

  private TableText() {}

  /** The rows, and what must be known about them. */
  public static String table(List<Row> rows) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(TITLES);
    for (Row row : rows) {
      boolean noted = !row.note().isEmpty();
      lines.add(
          List.of(
              row.name() + (noted ? " *" : ""),
              number(row.value(), row.target().unit()),
              limit(row.target(), row.target().must()),
              limit(row.target(), row.target().aim()),
              row.verdict().text(),
              row.what()));
    }
    StringBuilder out = new StringBuilder(grid(lines));
    List<Row> noted = rows.stream().filter(row -> !row.note().isEmpty()).toList();
    if (!noted.isEmpty()) {
      out.append('\n');
      noted.forEach(
          row -> out.append("* ").append(row.name()).append(": ").append(row.note()).append('\n'));
    }
    return out.toString();
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
  static String number(double value, Unit unit) {
    if (Double.isNaN(value)) {
      return Figures.UNKNOWN;
    }
    return switch (unit) {
      case RATIO -> String.format(Locale.ROOT, "%.2f", value);
      case PER_CENT -> Figures.seconds(value) + " %";
      case MILLISECONDS -> Figures.seconds(value) + " ms";
      case SECONDS -> Figures.seconds(value) + " s";
      case MEGABYTES -> Figures.seconds(value) + " MB";
      case BYTES -> (value == 0 ? "0" : Figures.seconds(value)) + " B";
    };
  }

  private static String grid(List<List<String>> lines) {
    int[] widths = new int[TITLES.size()];
    for (List<String> line : lines) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], line.get(c).length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String padding = " ".repeat(widths[c] - line.get(c).length());
        boolean right = c >= FIRST_NUMBER && c <= LAST_NUMBER;
        text.append(c == 0 ? "" : "  ").append(right ? padding : "").append(line.get(c));
        text.append(right ? "" : padding);
      }
      out.append(text.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }
}
