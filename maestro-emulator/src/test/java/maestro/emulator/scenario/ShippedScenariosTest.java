package maestro.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShippedScenariosTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("maestro.root", "..")).resolve("config/scenarios");

  private static Scenario load(String name) throws ScenarioException {
    return ScenarioFile.load(FOLDER.resolve(name + ".conf"), List.of());
  }

  @Test
  void shouldBeRightAndNamedLikeItsFile() throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.list(FOLDER)) {
      files = all.filter(f -> f.toString().endsWith(".conf")).toList();
    }
    assertThat(files).hasSizeGreaterThanOrEqualTo(13);
    for (Path file : files) {
      Scenario scenario = ScenarioFile.load(file, List.of());
      assertThat(scenario.name() + ".conf").isEqualTo(file.getFileName().toString());
      assertThat(scenario.description()).as(file.toString()).isNotEmpty();
    }
  }

  @Test
  void shouldFollowThePaper() throws Exception {
    for (String name : List.of("uniform", "skewed-4m", "skewed-1.4m", "skewed-0.85m", "max-79")) {
      assertThat(load(name).network().switchCount()).as(name).isEqualTo(79);
      assertThat(load(name).network().linkCount()).as(name).isEqualTo(147);
    }
    assertThat(load("skewed-1.4m").schedule().get(0).rate()).isEqualTo(new TotalRate(1.4e6, false));
    assertThat(load("skewed-overload").needsCapacity()).isTrue();
    assertThat(load("max-1347").network().linkCount()).isEqualTo(3927);
    assertThat(load("four-switches").network().switchCount()).isEqualTo(4);
    assertThat(load("changing-rate").schedule().stream().map(s -> s.rate().value()))
        .containsExactly(4e6, 1.4e6, 0.85e6, 1.4e6, 4e6);
    for (String changing : new String[] {"changing-rate", "changing-load"}) {
      assertThat(load(changing).shape().unsent()).isEqualTo(Unsent.DROPPED);
    }
  }

  @Test
  void shouldLetFiveStrategiesEndWithinAMinuteWhenQuick() throws Exception {
    Scenario.Durations durations = load("quick").durations();
    long sumNs =
        durations.learnNs() + durations.warmUpNs() + durations.measureNs() + durations.drainNs();
    // Five runs, and a second for each controller to start.
    assertThat(5 * (sumNs / 1e9 + 1)).isLessThanOrEqualTo(45);
  }
}
