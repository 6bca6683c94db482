package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import maestro.system.TesterShard.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The switch tester of os-ken, another project, over all its cases for OpenFlow 1.0 and 1.3: a case
 * passes, or {@code switch-tester.expected} says why it does not. {@code .ci/run} installs os-ken
 * and sets {@code MAESTRO_OS_KEN} to the folder of its Python.
 *
 * <p>Several testers run beside each other, each with two switches of its own. What fails is run
 * once more, alone, since the tester waits for three seconds at most.
 */
@Tag("switch")
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class SwitchTesterIT {
  private static final int BESIDE_EACH_OTHER = 4;

  private static Path osKen;
  private static Path cases;
  private static ExecutorService testers;

  @TempDir private Path folder;

  private int runs;

  @BeforeAll
  static void needOsKen() throws IOException {
    String home = System.getenv("MAESTRO_OS_KEN");
    assumeTrue(home != null, "skipped: MAESTRO_OS_KEN does not name a Python with os-ken");
    osKen = Path.of(home, "bin", "osken-manager");
    assumeTrue(Files.isExecutable(osKen), () -> "skipped: there is no " + osKen);
    try (Stream<Path> found = Files.walk(Path.of(home, "lib"))) {
      cases =
          found
              .filter(each -> each.endsWith("os_ken/tests/switch"))
              .findFirst()
              .orElseThrow(() -> new AssertionError("os-ken has no cases in " + home));
    }
    testers = Executors.newFixedThreadPool(BESIDE_EACH_OTHER);
  }

  @AfterAll
  static void shouldEndTesters() {
    if (testers != null) {
      testers.shutdownNow();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "of13/match, 714",
    "of13/action, 226",
    "of13/group, 15",
    "of13/meter, 36",
    "of10/match, 150",
    "of10/action, 42",
  })
  void shouldPassEachCaseThatIsNotExpectedToFail(String name, int caseCount) throws Exception {
    Map<String, String> files = read(cases.resolve(name));
    List<Outcome> outcomes = new ArrayList<>(run(shards(name, files)));
    assertThat(outcomes).as("cases in %s", name).hasSize(caseCount);
    TesterExpectations expectations = TesterExpectations.of(name);
    List<Outcome> doubtful = expectations.unexpected(outcomes);
    if (!doubtful.isEmpty()) {
      files
          .values()
          .removeIf(text -> doubtful.stream().noneMatch(each -> text.contains(each.group())));
      List<Outcome> again = run(List.of(new TesterShard(name, files)));
      outcomes.replaceAll(each -> doubtful.contains(each) ? sameCase(again, each) : each);
    }
    assertThat(expectations.unexpected(outcomes)).isEmpty();
    assertThat(expectations.withoutCase(outcomes)).as("expectations without a case").isEmpty();
  }

  private static Outcome sameCase(List<Outcome> again, Outcome first) {
    return again.stream()
        .filter(each -> each.name().equals(first.name()))
        .findFirst()
        .orElse(first);
  }

  /** The files of a folder, by names without folders, so that each is there once. */
  private static Map<String, String> read(Path from) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(from)) {
      for (Path each : found.filter(path -> path.toString().endsWith(".json")).toList()) {
        String name = from.relativize(each).toString().replace('/', '-');
        // Rates are measured for 30 s; fewer seconds measure the same.
        files.put(
            name,
            Files.readString(each).replaceAll("\"duration_time\" *: *30", "\"duration_time\":6"));
      }
    }
    return files;
  }

  /** Divides files among the testers, one after the other. */
  private static List<TesterShard> shards(String name, Map<String, String> files) {
    List<TesterShard> shards = new ArrayList<>();
    for (int i = 0; i < Math.min(BESIDE_EACH_OTHER, files.size()); i++) {
      shards.add(new TesterShard(name, new TreeMap<>()));
    }
    int next = 0;
    for (Map.Entry<String, String> file : files.entrySet()) {
      shards.get(next++ % shards.size()).files().put(file.getKey(), file.getValue());
    }
    return shards;
  }

  private List<Outcome> run(List<TesterShard> shards) throws Exception {
    List<Callable<List<Outcome>>> tasks = new ArrayList<>();
    for (TesterShard shard : shards) {
      Path scratch = Files.createDirectory(folder.resolve("run" + runs++));
      tasks.add(() -> shard.run(osKen, scratch));
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Future<List<Outcome>> each : testers.invokeAll(tasks)) {
      outcomes.addAll(each.get());
    }
    return outcomes;
  }
}
