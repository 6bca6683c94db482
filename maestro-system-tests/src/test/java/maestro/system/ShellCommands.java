package maestro.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands in the blocks {@code sh} of a document, as a shell would see their words. Knows as
 * much of a shell as our documents use: quotes, lines that go on, comments, variables, loops over
 * words, and several commands on a line.
 */
final class ShellCommands {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\n(.*?)^```");
  private static final Pattern ASSIGNMENT = Pattern.compile("(\\w+)=(?:\"([^\"]*)\"|'([^']*)')");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Za-z_]\\w*)}?");
  private static final Pattern LOOP = Pattern.compile("for (\\w+) in (.*); do");
  private static final Pattern ENVIRONMENT = Pattern.compile("[A-Z_]+=.*");
  private static final String PINNED = "taskset";

  private final Map<String, String> variables;
  private final List<List<String>> commands = new ArrayList<>();

  private ShellCommands(Map<String, String> variables) {
    this.variables = variables;
  }

  /**
   * The commands of each block, in order; each without what stands before the program. A block sees
   * the variables of those before it.
   */
  static List<List<List<String>>> blocks(Path page) throws IOException {
    List<List<List<String>>> blocks = new ArrayList<>();
    Map<String, String> variables = new HashMap<>();
    Matcher block = BLOCK.matcher(Files.readString(page));
    while (block.find()) {
      ShellCommands read = new ShellCommands(variables);
      read.run(Arrays.asList(block.group(1).replace("\\\n", " ").split("\n", -1)));
      blocks.add(read.commands);
    }
    return blocks;
  }

  private void run(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher assignment = ASSIGNMENT.matcher(line);
      Matcher loop = LOOP.matcher(line);
      if (assignment.matches()) {
        String plain = assignment.group(3);
        variables.put(assignment.group(1), plain == null ? expanded(assignment.group(2)) : plain);
      } else if (loop.matches()) {
        int end = i + lines.subList(i, lines.size()).indexOf("done");
        for (String value : loop.group(2).split(" ", -1)) {
          variables.put(loop.group(1), value);
          run(lines.subList(i + 1, end));
        }
        i = end;
      } else {
        split(expanded(line));
      }
    }
  }

  private String expanded(String line) {
    return VARIABLE
        .matcher(line)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(variables.getOrDefault(found.group(1), found.group())));
  }

  /** Splits a line into words and these into commands. */
  private void split(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (char c : (line + " ").toCharArray()) {
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (c == '#' && !inWord) {
        break;
      } else if (c == ' ' || c == '|' || c == '&') {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
          inWord = false;
        }
        if (c != ' ') {
          end(words);
        }
      } else {
        word.append(c);
        inWord = true;
      }
    }
    end(words);
  }

  private void end(List<String> words) {
    int first = 0;
    while (first < words.size() && ENVIRONMENT.matcher(words.get(first)).matches()) {
      first++;
    }
    if (first < words.size() && words.get(first).equals(PINNED)) {
      first += 3;
    }
    if (first < words.size()) {
      commands.add(List.copyOf(words.subList(first, words.size())));
    }
    words.clear();
  }
}
