package maestro.emulator.topology;

import java.util.List;
import java.util.regex.Pattern;
import maestro.emulator.topology.SwitchTopology.Span;

/**
 * Reads one link a line: two names, then at most two numbers (weight, latency), which are ignored.
 * {@code #} starts a comment. Edge lists have this form, and so have Rocketfuel's weights and
 * latencies, which have a line for each direction.
 *
 * <p>Lists of other formats would give a nonsense map: a table of nodes, a header with counts, an
 * adjacency list. They are told by three signs: a name has a character of syntax; some names are
 * numbers and others are not; lines have different numbers of columns.
 */
final class LinkList {
  private static final String FORM = "two names, then at most two numbers";
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
  private static final Pattern SYNTAX =
      Pattern.compile(".*[\"'|;<>\\[\\]{}=*%].*|[,:].*|.*[,:]|-+>?");

  private LinkList() {}

  static void read(List<String> lines, MapBuilder map) throws TopologyException {
    int number = 0;
    int columnCount = 0;
    String first = "";
    for (String line : lines) {
      number++;
      String content = line.strip();
      if (content.isEmpty() || content.startsWith("#")) {
        continue;
      }
      String[] columns = BLANKS.split(content, -1);
      if (!isLink(columns)) {
        throw map.bad(number, "found '" + TopologyFile.shortened(content) + "'; allowed: " + FORM);
      }
      if (columnCount == 0) {
        columnCount = columns.length;
        first = columns[0];
      }
      if (columns.length != columnCount) {
        throw map.bad(
            number,
            "found "
                + columns.length
                + " columns after "
                + columnCount
                + "; allowed: the same number in every line");
      }
      for (int i = 0; i < 2; i++) {
        if (WHOLE.matcher(columns[i]).matches() != WHOLE.matcher(first).matches()) {
          throw map.bad(
              number,
              "found the names '"
                  + first
                  + "' and '"
                  + columns[i]
                  + "'; allowed: all names are numbers, or none");
        }
      }
      map.oneWay(columns[0], columns[1], Span.NOTHING, number);
    }
  }

  private static boolean isLink(String[] columns) {
    if (columns.length < 2 || columns.length > 4) {
      return false;
    }
    for (int i = 0; i < columns.length; i++) {
      boolean right =
          i < 2 ? !SYNTAX.matcher(columns[i]).matches() : NUMBER.matcher(columns[i]).matches();
      if (!right) {
        return false;
      }
    }
    return true;
  }
}
