package maestro.emulator.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import maestro.emulator.condition.Judgement;
import maestro.emulator.scenario.ScenarioException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the end of a scenario does to pings. In virtual time, under a controller that floods. */
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

  /** The longer run of the same scenario knows what became of those that the shorter one cut. */
  @Test
  void shouldJudgeWhatALongerRunWouldWheneverItEnds() throws Exception {
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
          events = [
            { at = %d ms, link-down = "1-2" }
          ]
          links.loss = %d %%
          """
              .formatted(
                  switches,
                  timeoutMs,
                  secondAtMs,
                  random.nextInt(500),
                  random.nextBoolean() ? 0 : random.nextInt(101));
      int turns = (switches * (switches - 1) + 31) / 32;
      double leastS = Math.max(secondAtMs, 20 * turns) / 1e3 + 0.02 * turns;
      double cutS = Math.max(0.5, leastS) + random.nextDouble() * 4;
      ScenarioReport cut = run(text, cutS);
      ScenarioReport whole = run(text, cut.pings().enoughSeconds());
      String what = "seed " + seed;
      assertThat(whole.pings().cut()).as(what).isZero();
      assertThat(whole.pings().planned()).as(what).isEqualTo(2L * switches * (switches - 1));
      assertThat(cut.pings().planned()).as(what).isEqualTo(whole.pings().planned());
      assertThat(cut.pings().cut()).as(what).isNotNegative();
      assertThat(cut.pings().lost()).as(what).isLessThanOrEqualTo(whole.pings().lost());
      assertThat(answered(cut)).as(what).isBetween(0L, answered(whole));
      JsonNode rounds = json(cut).at("/pings/rounds");
      assertThat(rounds).as(what).hasSize(2);
      for (String count : List.of("planned", "sent", "judged", "cut", "lost")) {
        assertThat(rounds.get(0).get(count).asLong() + rounds.get(1).get(count).asLong())
            .as("%s: %s", what, count)
            .isEqualTo(json(cut).at("/pings/" + count).asLong());
      }
      if (cut.pings().cut() == 0) {
        assertThat(cut.pings().lost()).as(what).isEqualTo(whole.pings().lost());
      }
    }
  }

  private static long answered(ScenarioReport report) {
    return report.pings().judged() - report.pings().lost();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lost(pings) > 60 %", "lost(pings) > 10 %", "loops > 0", "entries > 99"})
  void shouldShowNothingOfPingsWhenTheEndHasCutSome(String condition) throws Exception {
    ScenarioReport report = run(HALVES, 2.5);
    assertThat(report.pings().sent()).isEqualTo(68);
    assertThat(report.pings().lost()).as("after their time").isEqualTo(20);
    assertThat(report.pings().judged()).isEqualTo(49);
    Judgement judgement = judge(condition, report);
    String cut =
        "23 of 72 pings were not judged: at the end 19 were open, and 4 had not begun; a duration"
            + " of 4.1 s is enough even if all are lost";
    assertThat(judgement.holds()).isTrue();
    assertThat(judgement.reasons())
        .containsExactly(condition.split(" ", -1)[0] + ": not shown, since " + cut);
    assertThat(report.text()).contains("pings         49, 20 lost", "pings cut     " + cut);
    assertThat(report.isWhole()).isFalse();
    assertThat(judge("incomplete > 0", report).holds()).as("flows were not cut").isFalse();
  }

  @ParameterizedTest
  @CsvSource({"lost(pings) > 55 %, true", "lost(pings) > 56 %, false"})
  void shouldTellWhatWasLostWhenTheDurationIsEnough(String condition, boolean holds)
      throws Exception {
    ScenarioReport report = run(HALVES, 4.1);
    assertThat(report.pings().cut()).isZero();
    assertThat(report.pings().lost()).isEqualTo(40);
    assertThat(report.text()).contains("pings         72, 40 lost (55.56 %)").doesNotContain("cut");
    assertThat(judge(condition, report).holds()).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({"1.040, 1.040", "1.000, 1.040"})
  void shouldRefuseAPingAllThatCannotBeginItsLastPing(double duration, double lastAt) {
    assertThatThrownBy(() -> scenario(HALVES, duration))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining(
            "net.conf:3: ping-all[0].at: found '1 s'; allowed: so early that its 72 pings can begin"
                + " before the end at %.3f s, but the last one begins at %.3f s at the earliest",
            duration, lastAt);
  }

  @Test
  void shouldTakeAPingAllThatCanBeginItsLastPing() throws Exception {
    assertThat(run(HALVES, 1.041).pings().cut()).isPositive();
  }

  private static Judgement judge(String condition, ScenarioReport report) throws Exception {
    return ScenarioMetrics.judge(Condition.parse(condition, ScenarioMetrics.all()), report);
  }

  private static JsonNode json(ScenarioReport report) throws Exception {
    return new ObjectMapper().readTree(report.json());
  }

  private NetworkScenario scenario(String text, double durationS) throws Exception {
    String duration = String.format(Locale.ROOT, "duration = %.0f us%n", durationS * 1e6);
    Path file = Files.writeString(folder.resolve("net.conf"), text + duration);
    return NetworkScenarioFile.load(Optional.of(file), List.of());
  }

  private ScenarioReport run(String text, double durationS) throws Exception {
    NetworkScenario scenario = scenario(text, durationS);
    try (VirtualNetwork network =
        new VirtualNetwork(scenario, clock -> new ScenarioRunTest.Flooding())) {
      return network.run(LIMIT_NS);
    }
  }
}
