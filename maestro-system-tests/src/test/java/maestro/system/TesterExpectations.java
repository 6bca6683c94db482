package maestro.system;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import maestro.system.TesterShard.Outcome;

/**
 * Which cases of the switch tester do not pass: the lines of {@code switch-tester.expected}, of one
 * folder.
 *
 * <pre>
 *  folder | fails or may fail | pattern of the case | pattern of what the tester says | reason
 * </pre>
 */
record TesterExpectations(List<Line> lines) {
  private static final String RESOURCE = "/switch-tester.expected";
  private static final int COLUMNS = 5;

  /**
   * @param always whether a case that passes is unexpected
   */
  record Line(boolean always, Pattern name, Pattern failure, String text) {
    boolean isAbout(Outcome outcome) {
      return name.matcher(outcome.name()).find();
    }
  }

  static TesterExpectations of(String folder) throws IOException {
    String text;
    try (InputStream in = TesterExpectations.class.getResourceAsStream(RESOURCE)) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<Line> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] columns = line.split("\\s+\\|\\s+", -1);
      boolean always = columns[1].equals("fails");
      if (columns.length != COLUMNS
          || columns[4].isBlank()
          || !(always || columns[1].equals("may fail"))) {
        throw new AssertionError("not five columns: " + line);
      }
      if (columns[0].equals(folder)) {
        lines.add(new Line(always, Pattern.compile(columns[2]), Pattern.compile(columns[3]), line));
      }
    }
    return new TesterExpectations(lines);
  }

  /** The cases that passed or failed against the expectation. */
  List<Outcome> unexpected(List<Outcome> outcomes) {
    return outcomes.stream().filter(this::isUnexpected).toList();
  }

  private boolean isUnexpected(Outcome outcome) {
    List<Line> about = lines.stream().filter(each -> each.isAbout(outcome)).toList();
    return outcome.isOk()
        ? about.stream().anyMatch(Line::always)
        : about.stream().noneMatch(each -> each.failure().matcher(outcome.failure()).find());
  }

  /** The lines that are about no case. */
  List<String> withoutCase(List<Outcome> outcomes) {
    return lines.stream()
        .filter(line -> outcomes.stream().noneMatch(line::isAbout))
        .map(Line::text)
        .toList();
  }
}
