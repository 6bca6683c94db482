package maestro.cli.table;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The cells of a {@link Table}, as people read them: on a terminal, in Markdown, and on a page of
 * results, whose script gets this as JSON. Immutable.
 *
 * @param style of the page's style sheet; empty for that of numbers
 * @param heads of the columns
 * @param rows as many cells each as there are columns
 * @param links of the page: where the first cell of each row leads; empty without any
 */
public record Grid(String style, List<Head> heads, List<List<String>> rows, List<String> links) {
  private static final String GAP = "  ";

  /** What stands above a column: in the upper line what it has in common with its neighbours. */
  record Head(String group, String name, boolean leansLeft, boolean leansRight) {}

  /** Keeps copies of the lists. */
  public Grid {
    heads = List.copyOf(heads);
    rows = rows.stream().map(List::copyOf).toList();
    links = List.copyOf(links);
  }

  /** Names and values, in their order. */
  public static Grid facts(Map<String, String> facts) {
    Table<Map.Entry<String, String>> table =
        Table.of(new Column<>("", Map.Entry::getKey), Column.words("", Map.Entry::getValue));
    return table.of(List.copyOf(facts.entrySet())).styled("facts");
  }

  /** The same in another style of the page. */
  public Grid styled(String other) {
    return new Grid(other, heads, rows, links);
  }

  /** The same with links. */
  public Grid linked(List<String> others) {
    return new Grid(style, heads, rows, others);
  }

  /** For a terminal, in lines that end with a line feed. */
  public String text() {
    int[] widths = IntStream.range(0, heads.size()).map(this::width).toArray();
    StringBuilder out = new StringBuilder();
    if (heads.stream().anyMatch(head -> !head.group().isEmpty())) {
      out.append(groups(widths));
    }
    if (heads.stream().anyMatch(head -> !head.name().isEmpty())) {
      out.append(line(widths, c -> heads.get(c).name()));
    }
    rows.forEach(row -> out.append(line(widths, row::get)));
    return out.toString();
  }

  private int width(int c) {
    Head head = heads.get(c);
    // A group of one column is as wide as its name; others are wide enough by themselves.
    int group = groupEnd(c) - groupStart(c) == 1 ? head.group().length() : 0;
    int cells = rows.stream().mapToInt(row -> row.get(c).length()).max().orElse(0);
    return Math.max(Math.max(head.name().length(), group), cells);
  }

  private String groups(int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < widths.length; c = groupEnd(c)) {
      int gaps = GAP.length() * (groupEnd(c) - c - 1);
      int width = gaps + IntStream.range(c, groupEnd(c)).map(i -> widths[i]).sum();
      line.append(c == 0 ? "" : GAP).append(padded(heads.get(c).group(), width, c == 0));
    }
    return line.toString().stripTrailing() + "\n";
  }

  private String line(int[] widths, Function<Integer, String> cell) {
    return IntStream.range(0, widths.length)
            .mapToObj(c -> padded(cell.apply(c), widths[c], leansLeft(c)))
            .collect(Collectors.joining(GAP))
            .stripTrailing()
        + "\n";
  }

  private boolean leansLeft(int c) {
    return heads.get(c).leansLeft() || (c == 0 && !heads.get(c).leansRight());
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
    while (end < heads.size() && isSameGroup(end, c)) {
      end++;
    }
    return end;
  }

  private boolean isSameGroup(int a, int b) {
    String group = heads.get(a).group();
    return !group.isEmpty() && group.equals(heads.get(b).group());
  }

  private static String padded(String text, int width, boolean left) {
    String padding = " ".repeat(Math.max(0, width - text.length()));
    return left ? text + padding : padding + text;
  }

  /** For a page of Markdown, in lines that end with a line feed. */
  public String markdown() {
    String rules =
        IntStream.range(0, heads.size())
            .mapToObj(c -> leansLeft(c) ? "---" : "--:")
            .collect(Collectors.joining("|", "|", "|\n"));
    return cells(heads.stream().map(h -> (h.group() + " " + h.name()).strip()))
        + rules
        + markdownRows();
  }

  /** The same without the lines of titles. */
  public String markdownRows() {
    return rows.stream().map(row -> cells(row.stream())).collect(Collectors.joining());
  }

  private static String cells(Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
