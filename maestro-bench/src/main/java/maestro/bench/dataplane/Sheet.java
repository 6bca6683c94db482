package maestro.bench.dataplane;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of results, as people read it.
 *
 * @param title what it shows
 * @param note how to read it, one sentence or two
 * @param columns their titles; the first column leans left, the others right
 * @param rows as many cells each as there are columns
 */
public record Sheet(String title, String note, List<String> columns, List<List<String>> rows) {
  /** Keeps copies. */
  public Sheet {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** For a terminal, in lines that end with a line feed. */
  String text() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns);
    lines.addAll(rows);
    int[] widths = new int[columns.size()];
    for (List<String> line : lines) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], line.get(c).length());
      }
    }
    StringBuilder out = new StringBuilder(title).append('\n');
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String blanks = " ".repeat(widths[c] - line.get(c).length());
        row.append(c == 0 ? "" : "  ");
        row.append(c == 0 ? line.get(c) + blanks : blanks + line.get(c));
      }
      out.append(row.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  /** For a page of Markdown, in lines that end with a line feed. */
  String markdown() {
    StringBuilder out = new StringBuilder();
    line(out, columns);
    out.append("|---").append("|--:".repeat(columns.size() - 1)).append("|\n");
    rows.forEach(row -> line(out, row));
    return out.toString();
  }

  private static void line(StringBuilder out, List<String> cells) {
    out.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
