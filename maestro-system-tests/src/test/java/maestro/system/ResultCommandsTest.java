package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import maestro.simulate.ControllerConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * The commands on the pages of results, and on that for users of others, can be run: their options
 * parse, and the files, scenarios, settings, rows, benchmarks and tests that they name exist.
 * {@link SimulatedResultsTest} compares the numbers of those that need no machine.
 */
class ResultCommandsTest {
  private static final Path RESULTS = Rigs.PROJECT.resolve("docs/results");
  private static final Path COMING_FROM = Rigs.PROJECT.resolve("docs/coming-from.md");
  private static final Path SCENARIOS = Rigs.PROJECT.resolve("config/scenarios");

  /** Programs of others, and what stands for them. */
  private static final Set<String> FOREIGN =
      Set.of(
          "awk", "cbench", "CONTROLLER", "curl", "grep", "javac", "python3", "sort", "ss", "sudo");

  /** What a reader puts in, with one of the things to put. */
  private static final Map<String, String> PLACEHOLDERS =
      Map.of("N", "1", "SCENARIO.conf", "max-79.conf");

  private static final Pattern OWN_FILE = Pattern.compile("(config|maestro-[a-z-]+/rig)/\\S+");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern HOCON = Pattern.compile("(?ms)^```hocon\n(.*?)^```");
  private static final Pattern BENCHMARK =
      Pattern.compile("@Benchmark[^;{]*?\\b(\\w+)\\([^;{]*\\{");

  /** The sources of all benchmarks and tests, by the name of their class. */
  private static final Map<String, String> SOURCES = new TreeMap<>();

  @TempDir private Path folder;

  private final List<String> problems = new ArrayList<>();

  static List<Path> pages() throws IOException {
    try (Stream<Path> all = Files.list(RESULTS)) {
      Stream<Path> results = all.filter(file -> file.toString().endsWith(".md")).sorted();
      return Stream.concat(results, Stream.of(COMING_FROM)).toList();
    }
  }

  @BeforeAll
  static void readSources() throws IOException {
    for (Path module : modules()) {
      try (Stream<Path> all = Files.walk(module.resolve("src"))) {
        for (Path file :
            all.filter(f -> f.toString().matches(".*(Benchmark|Test|IT).java")).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          SOURCES.put(name, Files.readString(file));
        }
      }
    }
    assertThat(SOURCES).containsKeys("ResultCommandsTest", "RequestPathBenchmark");
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> all = Files.list(Rigs.PROJECT)) {
      return all.filter(folder -> Files.isDirectory(folder.resolve("src"))).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void shouldHaveCommandsThatCanBeRun(Path page) throws IOException {
    checkCommands(page);
    assertThat(problems).as("commands of %s", page).isEmpty();
  }

  /** What the first column of a table names is what the commands of that page would measure. */
  @ParameterizedTest
  @MethodSource("pages")
  void shouldNameRowsAttacksAndScenariosThatThereAre(Path page) throws IOException {
    for (MarkdownTable table : MarkdownTable.of(page)) {
      List<String> names =
          table.rows().stream()
              .flatMap(row -> NAME.matcher(row.get(0)).results().limit(1))
              .map(found -> found.group(1))
              .toList();
      switch (table.header().get(0)) {
        case "row" -> list("table", names);
        case "attack" -> list("isolation", names);
        case "scenario" ->
            assertThat(names)
                .allMatch(name -> Files.exists(SCENARIOS.resolve(name + ".conf")), "a scenario");
        default -> {}
      }
    }
    assertThat(problems).as("names on %s", page).isEmpty();
  }

  @Test
  void shouldFindCommandsThatCannotBeRun() throws IOException {
    Path page = folder.resolve("page.md");
    List<String> wrong =
        List.of(
            "./maestro emulate --controler 127.0.0.1:1",
            "./maestro compare --scenario config/scenarios/MAX.conf",
            "./maestro simulate --set network.switchs=3",
            "./maestro simulate --controller maestro.distribution.quantum=many",
            "./maestro emulate --controller 127.0.0.1:1 --scenario mine.conf",
            "./maestro run --config config/routing.conf --set maestro.listen=nowhere",
            "./maestro bench table max-80",
            "taskset -c 1 ./maestro bench isolation crowd-of-one",
            "./maestro bench batching max-80",
            "./maestro paper maestro-99",
            "./maestro bench jmh NoBenchmark",
            "java -jar x.jar jmh RoutingBenchmark.oneLink -p thread=1",
            "java -jar x.jar jmh RequestPathBenchmark -p step=NOTHING",
            "X=1 ./mvnw verify -Dit.test=NoIT",
            "./mvnw -Pnone package",
            "nosuch program");
    for (String line : wrong) {
      Files.writeString(page, "```sh\n" + line + "    # why\n```\n");
      problems.clear();
      checkCommands(page);
      assertThat(problems).as(line).isNotEmpty();
    }
  }

  @Test
  void shouldReadCommandsAsAShellDoes() throws IOException {
    Path page =
        Files.writeString(
            folder.resolve("page.md"),
            """
            ```sh
            RUN="./maestro run --workers"
            for n in 1 2; do
              $RUN $n --set 'a.b=c d' \\
                  --set "e=f"   # twice
            done
            A=b taskset -c 0 x | awk '{print $2}' && y &
            ```
            """);
    assertThat(ShellCommands.blocks(page))
        .containsExactly(
            List.of(
                List.of("./maestro", "run", "--workers", "1", "--set", "a.b=c d", "--set", "e=f"),
                List.of("./maestro", "run", "--workers", "2", "--set", "a.b=c d", "--set", "e=f"),
                List.of("x"),
                List.of("awk", "{print $2}"),
                List.of("y")));
  }

  private void checkCommands(Path page) throws IOException {
    for (List<List<String>> block : ShellCommands.blocks(page)) {
      for (List<String> command : block) {
        int before = problems.size();
        check(page, command);
        for (int i = before; i < problems.size(); i++) {
          problems.set(i, String.join(" ", command) + ": " + problems.get(i));
        }
      }
    }
  }

  private void check(Path page, List<String> words) throws IOException {
    for (String word : words) {
      if (OWN_FILE.matcher(word).matches() && !Files.exists(Rigs.PROJECT.resolve(filled(word)))) {
        problems.add("found " + word + ", which is not there");
      }
    }
    String program = words.get(0);
    int jmh = words.indexOf("jmh");
    if (jmh >= 0) {
      checkBenchmarks(words.subList(jmh + 1, words.size()));
    } else if (program.equals("./maestro")) {
      checkMaestro(page, words.subList(1, words.size()));
    } else if (program.equals("./mvnw")) {
      words.forEach(this::checkMaven);
    } else if (!program.equals("java")
        && !program.startsWith("/")
        && !OWN_FILE.matcher(program).matches()
        && !FOREIGN.contains(program)) {
      problems.add("found the program '" + program + "'; allowed: ours, or " + FOREIGN);
    }
  }

  private void checkMaestro(Path page, List<String> words) throws IOException {
    List<String> arguments = new ArrayList<>();
    for (String word : words) {
      String right = filled(word);
      boolean isOwn = OWN_FILE.matcher(word).matches();
      arguments.add(isOwn ? Rigs.PROJECT.resolve(right).toString() : right);
    }
    String command = arguments.get(0);
    try {
      switch (command) {
        case "simulate" -> {
          maestro.simulate.cli.Main.commandLine().parseArgs(array(arguments));
          checkScenario(page, arguments);
          ControllerConfig.with(settings(arguments, "--controller"));
        }
        case "compare", "emulate" -> {
          maestro.emulator.cli.Main.commandLine().parseArgs(array(arguments));
          checkScenario(page, arguments);
        }
        case "demo", "network", "diff", "agent" ->
            maestro.emulator.cli.Main.commandLine().parseArgs(array(arguments));
        case "bench" -> checkBench(arguments.subList(1, arguments.size()));
        case "paper" -> list(command, arguments.subList(1, arguments.size()));
        default -> {
          maestro.cli.Main.commandLine().parseArgs(array(arguments));
          if (command.equals("run")) {
            checkConfig(arguments);
          }
        }
      }
    } catch (CommandLine.ParameterException | ScenarioException | BadConfigurationException e) {
      problems.add(e.getMessage());
    }
  }

  private static String filled(String word) {
    String filled = word;
    for (Map.Entry<String, String> each : PLACEHOLDERS.entrySet()) {
      filled = filled.replaceFirst("(^|/)" + each.getKey() + "$", "$1" + each.getValue());
    }
    return filled;
  }

  private static void checkConfig(List<String> arguments) throws BadConfigurationException {
    Config defaults = ControllerConfig.applicationDefaults();
    List<ApplicationDefaults> known =
        defaults.root().keySet().stream()
            .map(name -> new ApplicationDefaults(name, defaults.getConfig(name)))
            .toList();
    ConfigLoader.parse(
            valuesOf(arguments, "--config").findFirst().map(Path::of),
            List.of(settings(arguments, "--set")))
        .validate(known);
  }

  /** A scenario of ours, or one that the page shows. */
  private void checkScenario(Path page, List<String> arguments)
      throws IOException, ScenarioException {
    Optional<Path> named = valuesOf(arguments, "--scenario").findFirst().map(Path::of);
    List<String> settings = valuesOf(arguments, "--set").toList();
    if (named.isEmpty()) {
      ScenarioFile.defaultsWith(array(settings));
    } else if (named.get().isAbsolute()) {
      ScenarioFile.load(named.get(), settings);
    } else {
      Matcher shown = HOCON.matcher(Files.readString(page));
      if (shown.find()) {
        Path file = Files.writeString(folder.resolve("shown.conf"), shown.group(1));
        ScenarioFile.load(file, settings);
      } else {
        problems.add("found " + named.get() + ", which is neither ours nor on the page");
      }
    }
  }

  /** Commands that list what they would measure look at its names, and measure nothing. */
  private void checkBench(List<String> arguments) throws IOException, ScenarioException {
    maestro.bench.cli.Main.commandLine().parseArgs(array(arguments));
    String command = arguments.get(0);
    if (command.equals("table") || command.equals("isolation")) {
      List<String> words = new ArrayList<>(arguments.subList(1, arguments.size()));
      words.removeIf(word -> word.equals("--json") || word.endsWith(".json"));
      list(command, words);
    } else if (command.equals("batching")) {
      for (String name : arguments.subList(1, arguments.size())) {
        if (name.startsWith("--")) {
          break;
        }
        ScenarioFile.load(SCENARIOS.resolve(name + ".conf"), valuesOf(arguments, "--set").toList());
      }
    }
  }

  private void list(String command, List<String> words) {
    List<String> arguments = new ArrayList<>(List.of(command, "--list"));
    arguments.addAll(words);
    StringWriter err = new StringWriter();
    CommandLine bench = maestro.bench.cli.Main.commandLine();
    bench.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err));
    if (bench.execute(array(arguments)) != 0) {
      problems.add(err.toString());
    }
  }

  private void checkBenchmarks(List<String> words) {
    Pattern wanted = Pattern.compile(words.get(0));
    List<String> sources = new ArrayList<>();
    SOURCES.forEach(
        (name, source) -> {
          Matcher method = BENCHMARK.matcher(source);
          boolean isWanted = false;
          while (method.find()) {
            isWanted |= wanted.matcher(name + "." + method.group(1)).find();
          }
          if (isWanted) {
            sources.add(source);
          }
        });
    if (sources.isEmpty()) {
      problems.add("found '" + words.get(0) + "', which is no benchmark");
    }
    for (String parameter : valuesOf(words, "-p").toList()) {
      String[] parts = parameter.split("[=,]", -1);
      Pattern field = Pattern.compile("@Param\\b[^;]*\\b" + parts[0] + ";");
      if (sources.stream().noneMatch(source -> field.matcher(source).find())) {
        problems.add("found -p " + parts[0] + ", which no such benchmark has");
      }
      for (int i = 1; i < parts.length; i++) {
        Pattern value = Pattern.compile("\\b" + parts[i] + "\\b");
        if (!parts[i].matches("\\d+")
            && sources.stream().noneMatch(source -> value.matcher(source).find())) {
          problems.add("found -p " + parameter + ", whose " + parts[i] + " is not there");
        }
      }
    }
  }

  private void checkMaven(String word) {
    String value = word.substring(word.indexOf('=') + 1);
    if ((word.startsWith("-Dtest=") && !value.equals("none")) || word.startsWith("-Dit.test=")) {
      if (!SOURCES.containsKey(value)) {
        problems.add("found " + word + ", which is no test");
      }
    } else if (word.startsWith("-P")
        && !profiles().contains("<id>" + word.substring(2) + "</id>")) {
      problems.add("found " + word + ", which is no profile");
    } else if (word.startsWith("maestro-") && !Files.exists(Rigs.PROJECT.resolve(word))) {
      problems.add("found " + word + ", which is no module");
    }
  }

  private static String profiles() {
    try {
      StringBuilder all = new StringBuilder(Files.readString(Rigs.PROJECT.resolve("pom.xml")));
      for (Path module : modules()) {
        all.append(Files.readString(module.resolve("pom.xml")));
      }
      return all.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CommandLineSetting[] settings(List<String> arguments, String option) {
    return valuesOf(arguments, option)
        .map(text -> CommandLineSetting.parse(option, text))
        .toArray(CommandLineSetting[]::new);
  }

  /** The words that follow an option. */
  private static Stream<String> valuesOf(List<String> words, String option) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i + 1 < words.size(); i++) {
      if (words.get(i).equals(option)) {
        values.add(words.get(i + 1));
      }
    }
    return values.stream();
  }

  private static String[] array(List<String> words) {
    return words.toArray(String[]::new);
  }
}
