package maestro.cli.table;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Columns, and all that is made of them. Immutable.
 *
 * @param columns from left to right
 */
public record Table<R>(List<Column<R>> columns) {
  /** Keeps a copy. */
  public Table {
    columns = List.copyOf(columns);
  }

  /** A table of these columns. */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  public static <R> Table<R> of(Column<R>... columns) {
    return new Table<>(List.of(columns));
  }

  /** The cells of rows, as people read them. */
  public Grid of(List<R> rows) {
    return new Grid(
        "",
        columns.stream().map(Column::head).toList(),
        rows.stream().map(row -> columns.stream().map(c -> c.text(row)).toList()).toList(),
        List.of());
  }

  /** Rows for a terminal, in lines that end with a line feed. */
  public String text(List<R> rows) {
    return of(rows).text();
  }

  /** Rows for a page of Markdown, in lines that end with a line feed. */
  public String markdown(List<R> rows) {
    return of(rows).markdown();
  }

  /**
   * Rows for spreadsheets and scripts: a line of keys, then one each. Unknown numbers are empty.
   */
  public String csv(Stream<R> rows) {
    Stream<String> lines = rows.map(row -> line(columns.stream().map(c -> c.plain(row))));
    return Stream.concat(Stream.of(line(columns.stream().map(Column::name))), lines)
        .collect(Collectors.joining());
  }

  private static String line(Stream<String> cells) {
    return cells.map(Table::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
