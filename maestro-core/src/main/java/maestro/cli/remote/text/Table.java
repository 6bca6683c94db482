package maestro.cli.remote.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines with columns that are as wide as their widest cell, two blanks apart. A column whose
 * heading begins with {@code >} is right-aligned.
 */
public final class Table {
  private final boolean[] right;
  private final List<String[]> rows = new ArrayList<>();

  public Table(String... headings) {
    right = new boolean[headings.length];
    String[] first = new String[headings.length];
    for (int i = 0; i < headings.length; i++) {
      right[i] = headings[i].startsWith(">");
      first[i] = right[i] ? headings[i].substring(1) : headings[i];
    }
    rows.add(first);
  }

  /** Adds a line with a cell for each column. */
  public void add(String... cells) {
    rows.add(cells);
  }

  public void print(PrintWriter out) {
    lines().forEach(out::println);
  }

  public List<String> lines() {
    int[] widths = new int[right.length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(String[] row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      String blanks = " ".repeat(widths[i] - row[i].length());
      line.append(i == 0 ? "" : "  ").append(right[i] ? blanks + row[i] : row[i] + blanks);
    }
    return line.toString().stripTrailing();
  }
}
