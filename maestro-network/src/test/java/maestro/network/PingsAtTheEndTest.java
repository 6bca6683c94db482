package maestro.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import maestro.emulator.condition.Condition;
import maestro.network.report.ScenarioMetrics;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.NetworkScenario;
import maestro.network.scenario.NetworkScenarioFile;
import maestro.network.scenario.ScenarioRunTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The end of a scenario waits for pings. In virtual time, under a controller that floods. */
class PingsAtTheEndTest {
  private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);
  private static final int SEEDS = Integer.getInteger("maestro.pings.seeds", 30);

  /** Hosts 1 to 5 and 6 to 9 cannot reach each other: 40 of 72 pings are lost, after 1 s. */
  private static final String HALVES =
      """
      topology = "linear:9"
      ping-timeout = 1 s
      ping-all = [{ at = 1 s }]
      events = [{ at = 0 s, link-down = "5-6" }]
      """;

  @TempDir private Path folder;

  @Test
  void shouldJudgeEachPingAsAScenarioDoesThatLastsLonger() throws Exception {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int switches = 2 + random.nextInt(10);
      int timeoutMs = 100 + random.nextInt(2000);
      int secondAtMs = random.nextInt(4000);
      String text =
          """
          topology = "linear:%d"
          ping-timeout = %d ms
          ping-all = [{ at = 0 s }, { at = %d ms }]
          events = [{ at = %d ms, link-down = "1-2" }]
          links.loss = %d %%
          """
              .formatted(
                  switches,
                  timeoutMs,
                  secondAtMs,
                  random.nextInt(100),
                  random.nextBoolean() ? 0 : random.nextInt(101));
      double leastS = Math.max(0.1, secondAtMs / 1e3);
      ScenarioReport report = run(text, leastS + random.nextDouble() * random.nextInt(3));
      String what = "seed " + seed;
      assertThat(report.pings().planned()).as(what).isEqualTo(2L * switches * (switches - 1));
      assertThat(report.pings().judged()).as(what).isEqualTo(report.pings().planned());
      assertThat(pings(report)).as(what).isEqualTo(pings(run(text, 60)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1.0", "1.04", "2.5", "4.1"})
  void shouldTellWhatWasLostWhateverTheDuration(double duration) throws Exception {
    ScenarioReport report = run(HALVES, duration);
    assertThat(report.run().interrupted()).isFalse();
    assertThat(report.text()).contains("pings         72, 40 lost (55.56 %)").doesNotContain("cut");
    assertThat(holds("lost(pings) > 55 %", report)).isTrue();
    assertThat(holds("lost(pings) > 56 %", report)).isFalse();
  }

  @Test
  void shouldEndWhenTheDurationIsOverAndThePingsAre() throws Exception {
    assertThat(run(HALVES, 1).run().durationNs())
        .as("three turns of up to a second, after the first one")
        .isBetween(TimeUnit.SECONDS.toNanos(2), TimeUnit.SECONDS.toNanos(5));
    assertThat(run(HALVES, 9).run().durationNs()).isEqualTo(TimeUnit.SECONDS.toNanos(9));
  }

  private static boolean holds(String condition, ScenarioReport report) throws Exception {
    Condition parsed = Condition.parse(condition, ScenarioMetrics.all());
    return ScenarioMetrics.judge(parsed, report).holds();
  }

  private static JsonNode pings(ScenarioReport report) throws Exception {
    return new ObjectMapper().readTree(report.json()).get("pings");
  }

  private ScenarioReport run(String text, double durationS) throws Exception {
    String duration = String.format(Locale.ROOT, "duration = %.0f us%n", durationS * 1e6);
    Path file = Files.writeString(folder.resolve("net.conf"), text + duration);
    NetworkScenario scenario = NetworkScenarioFile.load(Optional.of(file), List.of());
    try (VirtualNetwork network =
        new VirtualNetwork(scenario, clock -> new ScenarioRunTest.Flooding())) {
      return network.run(LIMIT_NS);
    }
  }
}
