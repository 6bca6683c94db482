package maestro.emulator.report;

import java.util.List;
import java.util.function.Function;

/**
 * Rows for a terminal: columns side by side under two lines of titles, the upper of which names
 * neighbours of one group. The first column leans left, the others right.
 */
public record TextTable<R>(List<Column<R>> columns) {
  private static final String GAP = "  ";

  /**
   * One column.
   *
   * @param group what stands above it and its neighbours of the same group; empty for nothing
   */
  public record Column<R>(String group, String title, Function<R, String> cell) {}

  public String text(List<R> rows) {
    int[] widths = new int[columns.size()];
    for (int c = 0; c < widths.length; c++) {
      Column<R> column = columns.get(c);
      int title = column.title().length();
      // A group of one column is as wide as its name; others are wide enough by themselves.
      int group = groupEnd(c) - groupStart(c) == 1 ? column.group().length() : 0;
      int cells = rows.stream().mapToInt(r -> column.cell().apply(r).length()).max().orElse(0);
      widths[c] = Math.max(Math.max(title, group), cells);
    }
    StringBuilder out = new StringBuilder();
    StringBuilder groups = new StringBuilder();
    for (int c = 0; c < widths.length; c = groupEnd(c)) {
      int width = GAP.length() * (groupEnd(c) - c - 1);
      for (int i = c; i < groupEnd(c); i++) {
        width += widths[i];
      }
      groups.append(c == 0 ? "" : GAP).append(padded(columns.get(c).group(), width, c == 0));
    }
    out.append(groups.toString().stripTrailing()).append('\n');
    out.append(line(widths, Column::title)).append('\n');
    for (R row : rows) {
      out.append(line(widths, column -> column.cell().apply(row))).append('\n');
    }
    return out.toString();
  }

  private String line(int[] widths, Function<Column<R>, String> cell) {
    StringBuilder out = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      out.append(c == 0 ? "" : GAP).append(padded(cell.apply(columns.get(c)), widths[c], c == 0));
    }
    return out.toString().stripTrailing();
  }

  private int groupStart(int c) {
    int start = c;
    while (start > 0 && isSameGroup(start - 1, c)) {
      start--;
    }
    return start;
  }

  private int groupEnd(int c) {
    int end = c + 1;
    while (end < columns.size() && isSameGroup(end, c)) {
      end++;
    }
    return end;
  }

  private boolean isSameGroup(int a, int b) {
    String group = columns.get(a).group();
    return !group.isEmpty() && group.equals(columns.get(b).group());
  }

  private static String padded(String text, int width, boolean left) {
    String padding = " ".repeat(Math.max(0, width - text.length()));
    return left ? text + padding : padding + text;
  }
}
