package maestro.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of a document.
 *
 * @param header the cells of its first line
 * @param rows the cells of each line below
 */
record MarkdownTable(List<String> header, List<List<String>> rows) {
  private static final String EDGE = "|";

  /** All tables, in order. */
  static List<MarkdownTable> of(Path page) throws IOException {
    List<MarkdownTable> tables = new ArrayList<>();
    List<List<String>> lines = new ArrayList<>();
    for (String line : (Files.readString(page) + "\n").split("\n", -1)) {
      if (line.startsWith(EDGE)) {
        lines.add(cells(line));
      } else if (!lines.isEmpty()) {
        tables.add(new MarkdownTable(lines.get(0), List.copyOf(lines.subList(2, lines.size()))));
        lines.clear();
      }
    }
    return tables;
  }

  private static List<String> cells(String line) {
    String inner = line.strip().replaceAll("^\\||\\|$", "");
    return Arrays.stream(inner.split("\\|", -1)).map(String::strip).toList();
  }

  /** A line of a table. */
  static String line(List<String> cells) {
    return EDGE + " " + String.join(" " + EDGE + " ", cells) + " " + EDGE;
  }
}
