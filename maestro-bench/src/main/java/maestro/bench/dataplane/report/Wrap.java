package maestro.bench.dataplane.report;

/** Breaks lines of Markdown at 120 characters. Stateless. */
final class Wrap {
  private static final int MOST = 118;

  private Wrap() {}

  /** Appends a paragraph. */
  static void paragraph(StringBuilder out, String text) {
    wrap(out, "", "", text);
  }

  /** Appends an item of a list. */
  static void item(StringBuilder out, String text) {
    wrap(out, "- ", "  ", text);
  }

  private static void wrap(StringBuilder out, String first, String others, String text) {
    StringBuilder line = new StringBuilder(first);
    boolean empty = true;
    for (String word : text.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > MOST) {
        out.append(line).append('\n');
        line.setLength(0);
        line.append(others);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    out.append(line).append('\n');
  }
}
