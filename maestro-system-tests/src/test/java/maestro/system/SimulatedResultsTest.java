package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * The simulated numbers on the pages of results are those that the commands beside them print. The
 * simulator has no machine: the same command gives the same numbers. Each sheet runs its commands
 * with one number of workers only, or for a shorter time and with a tolerance. Those of the page
 * that {@code -Dmaestro.results=PAGE} names run as they stand: minutes with many workers. A failure
 * shows the rows as they should be.
 */
class SimulatedResultsTest {
  private static final Path RESULTS = Rigs.PROJECT.resolve("docs/results");

  /** The page whose commands run as they stand. */
  private static final String WHOLE = System.getProperty("maestro.results", "");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A cell that was not simulated. */
  private static final String UNKNOWN = "?";

  private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.(\\d+))?");

  /** Of the last digit. */
  private static final double ROUNDING = 0.51;

  /**
   * A table, and how its rows come from its commands.
   *
   * @param page its file
   * @param title how the header of the table begins; the last one counts
   * @param block which of the page's blocks has the commands, from 0
   * @param quick what is simulated usually
   * @param cells makes a row
   */
  private record Sheet(String page, String title, int block, Quick quick, Cells cells) {
    @Override
    public String toString() {
      return page + ", " + title;
    }
  }

  /**
   * The form of a command that is fast.
   *
   * @param workers the only number of workers; 0 for all
   * @param duration instead of that of the command, then only throughputs are compared; empty for
   *     the same
   * @param tolerance a part of the number on the page
   */
  private record Quick(int workers, String duration, double tolerance) {
    boolean isShorter() {
      return !duration.isEmpty();
    }
  }

  /** Makes the cells of a row, from those that it has: names, and numbers of others. */
  @FunctionalInterface
  private interface Cells {
    List<String> of(Commands runs, int group, List<String> row);
  }

  static Stream<Sheet> sheets() {
    return Stream.of(
        new Sheet(
            "paper-figures.md",
            "figure, switches",
            0,
            new Quick(7, "100ms", 0.08),
            (runs, group, row) ->
                joined(
                    List.of(
                        row.subList(0, 2),
                        each(List.of(1, 4, 6, 7), n -> runs.rate(group, name(row, 1), n)),
                        List.of(runs.ratio(group, name(row, 1), 7, name(row, 1), 1))))),
        new Sheet(
            "paper-figures.md",
            "offered",
            3,
            new Quick(0, "500ms", 0.08),
            (runs, group, row) -> {
              int skewed = 2 * group;
              String paper = row.get(4).replaceFirst(".*\\(", "(");
              return joined(
                  List.of(
                      row.subList(0, 2),
                      List.of(runs.rate(skewed + 1, "round-robin", 4)),
                      List.of(runs.rate(skewed, "round-robin", 4)),
                      List.of(runs.delay(skewed, "round-robin", 4, "meanNs") + " " + paper)));
            }),
        new Sheet(
            "simulation.md",
            "switches, load",
            0,
            new Quick(1, "100ms", 0.06),
            (runs, group, row) -> {
              List<Integer> cores = List.of(1, 8, 64);
              String name = name(row, 1);
              return joined(
                  List.of(
                      row.subList(0, 2),
                      each(cores, n -> runs.rate(group, name, n)),
                      List.of(
                          String.join(" ", each(cores, n -> runs.deviation(group, name, n))),
                          String.join(" ", each(cores, n -> runs.delay(group, name, n, "meanNs"))),
                          String.join(
                              " ", each(cores, n -> runs.delay(group, name, n, "p99Ns"))))));
            }),
        new Sheet(
            "simulation.md",
            "overload",
            0,
            new Quick(1, "100ms", 0.06),
            (runs, line, row) -> {
              int skewed = 1 + line / 4;
              String name = "fair-share";
              IntFunction<String> cell =
                  switch (line % 4) {
                    case 0 -> n -> runs.rate(skewed, name, n);
                    case 1 -> n -> runs.ratio(skewed, name, n, "static-partition", n);
                    case 2 -> n -> runs.deviation(skewed, name, n);
                    default -> n -> runs.delay(skewed, name, n, "p99Ns");
                  };
              return joined(
                  List.of(row.subList(0, 1), each(List.of(1, 2, 4, 8, 16, 32, 64), cell)));
            }));
  }

  @ParameterizedTest
  @MethodSource("sheets")
  void shouldShowWhatTheCommandsPrint(Sheet sheet) throws IOException {
    Path page = RESULTS.resolve(sheet.page());
    List<List<String>> commands = ShellCommands.blocks(page).get(sheet.block());
    MarkdownTable table =
        MarkdownTable.of(page).stream()
            .filter(each -> each.header().get(0).equals(sheet.title()))
            .reduce((first, last) -> last)
            .orElseThrow();
    boolean isWhole = sheet.page().equals(WHOLE);
    Commands all = new Commands(commands, Optional.empty());
    Commands quick = isWhole ? all : new Commands(commands, Optional.of(sheet.quick()));
    double tolerance = isWhole ? 0 : sheet.quick().tolerance();
    List<String> wrong = new ArrayList<>();
    int group = -1;
    int compared = 0;
    for (List<String> row : table.rows()) {
      group += row.get(0).isEmpty() ? 0 : 1;
      List<String> right = sheet.cells().of(quick, group, row);
      compared += right.size() - (int) right.stream().filter(UNKNOWN::equals).count();
      if (!areClose(row, right, tolerance)) {
        wrong.add(MarkdownTable.line(sheet.cells().of(all, group, row)));
      }
    }
    assertThat(compared).as("cells that were compared").isGreaterThan(table.rows().size());
    assertThat(wrong).as("rows of %s as they should be", page).isEmpty();
  }

  /** The first table repeats numbers of the second, and says whether the order is the paper's. */
  @Test
  void shouldSumUpTheFiguresAsTheTableHasThem() throws IOException {
    List<MarkdownTable> tables = MarkdownTable.of(RESULTS.resolve("paper-figures.md"));
    List<List<String>> figures = tables.get(1).rows();
    assertThat(throughputs(tables.get(0), "Table 2, 79 equal"))
        .isEqualTo(atSeven(figures.subList(0, 4)));
    assertThat(throughputs(tables.get(0), "Table 2, 1347 Zipf"))
        .isEqualTo(atSeven(figures.subList(5, 9)));
  }

  private static List<String> throughputs(MarkdownTable summary, String row) {
    return summary.rows().stream()
        .filter(cells -> cells.get(0).startsWith(row))
        .map(cells -> List.of(cells.get(2).replace(" (fitted)", "").split(", ", -1)))
        .findFirst()
        .orElseThrow();
  }

  /** Those of static-partition, dynamic-partition, round-robin and shared-queue. */
  private static List<String> atSeven(List<List<String>> figure) {
    return Stream.of(1, 2, 3, 0).map(i -> figure.get(i).get(5)).toList();
  }

  /** Whether all numbers are those on the page, as far as these have digits. */
  private static boolean areClose(List<String> page, List<String> right, double tolerance) {
    List<String> numbers = words(page);
    List<String> expected = words(right);
    if (numbers.size() != expected.size()) {
      return false;
    }
    for (int i = 0; i < numbers.size(); i++) {
      Matcher number = NUMBER.matcher(numbers.get(i));
      if (!expected.get(i).equals(UNKNOWN)
          && !expected.get(i).equals(numbers.get(i))
          && !(number.matches() && isClose(number, expected.get(i), tolerance))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isClose(Matcher number, String expected, double tolerance) {
    double value = Double.parseDouble(number.group());
    int digits = number.group(1) == null ? 0 : number.group(1).length();
    return Math.abs(value - Double.parseDouble(expected))
        <= tolerance * Math.abs(value) + ROUNDING * Math.pow(10, -digits);
  }

  private static List<String> words(List<String> cells) {
    return List.of(String.join(" ", cells).strip().split(" +"));
  }

  private static String name(List<String> row, int column) {
    return row.get(column).replace("`", "");
  }

  private static List<String> joined(List<List<String>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  private static List<String> each(List<Integer> workers, IntFunction<String> cell) {
    return workers.stream().map(cell::apply).toList();
  }

  /** The commands of a block, each run once for a strategy and a number of workers. */
  private static final class Commands {
    private final List<List<String>> commands;
    private final Optional<Quick> quick;
    private final Map<List<Object>, JsonNode> known = new HashMap<>();

    Commands(List<List<String>> commands, Optional<Quick> quick) {
      this.commands = commands;
      this.quick = quick;
    }

    /** Requests a second, in millions. */
    String rate(int command, String strategy, int workers) {
      return isLeftOut(workers) ? UNKNOWN : three(rate(run(command, strategy, workers)) / 1e6);
    }

    /** A throughput divided by another one. */
    String ratio(int command, String strategy, int workers, String by, int workersOfThat) {
      return isLeftOut(workers) || isLeftOut(workersOfThat)
          ? UNKNOWN
          : three(rate(run(command, strategy, workers)) / rate(run(command, by, workersOfThat)));
    }

    /** The farthest of any switch from its fair share, in per cent. */
    String deviation(int command, String strategy, int workers) {
      if (isShorter() || isLeftOut(workers)) {
        return UNKNOWN;
      }
      JsonNode deviation = run(command, strategy, workers).at("/deviation");
      double far = Math.max(-deviation.get("min").asDouble(), deviation.get("max").asDouble());
      return String.format(Locale.ROOT, "%.1f", 100 * far);
    }

    /** The probing delay, in milliseconds. */
    String delay(int command, String strategy, int workers, String which) {
      return isShorter() || isLeftOut(workers)
          ? UNKNOWN
          : delay(run(command, strategy, workers).at("/probing/" + which).asDouble() / 1e6);
    }

    private boolean isShorter() {
      return quick.filter(Quick::isShorter).isPresent();
    }

    private boolean isLeftOut(int workers) {
      return quick.isPresent() && quick.get().workers() > 0 && quick.get().workers() != workers;
    }

    private static double rate(JsonNode run) {
      return run.at("/throughputRequestsPerSecond").asDouble();
    }

    /** Three digits, and two behind the point at most. */
    private static String three(double value) {
      int digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
      return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static String delay(double ms) {
      return String.format(Locale.ROOT, ms >= 9.995 ? "%.0f" : "%.2f", ms);
    }

    private JsonNode run(int command, String strategy, int workers) {
      return known.computeIfAbsent(
          List.of(command, strategy, workers),
          key -> simulate(commands.get(command), strategy, workers));
    }

    private JsonNode simulate(List<String> command, String strategy, int workers) {
      List<String> words = new ArrayList<>();
      for (String word : command.subList(1, command.size())) {
        words.add(word.startsWith("config/") ? Rigs.PROJECT.resolve(word).toString() : word);
      }
      set(words, "--strategies", strategy);
      set(words, "--cores", Integer.toString(workers));
      quick
          .filter(Quick::isShorter)
          .ifPresent(
              shorter -> {
                set(words, "--duration", shorter.duration());
                set(words, "--rounds", "1");
              });
      words.addAll(List.of("--no-progress", "--json"));
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      CommandLine simulator = maestro.simulate.cli.Main.commandLine();
      simulator.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
      assertThat(simulator.execute(words.toArray(String[]::new))).as(err.toString()).isZero();
      try {
        return median(JSON.readTree(out.toString()).at("/runs"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The run with the median throughput. */
    private static JsonNode median(JsonNode runs) {
      List<JsonNode> sorted = new ArrayList<>();
      runs.forEach(sorted::add);
      sorted.sort(Comparator.comparingDouble(Commands::rate));
      return sorted.get(sorted.size() / 2);
    }

    private static void set(List<String> words, String option, String value) {
      int at = words.indexOf(option);
      if (at >= 0) {
        words.subList(at, at + 2).clear();
      }
      words.addAll(List.of(option, value));
    }
  }
}
