package maestro.emulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PageDataTest {
  private static final RunResult RUN = SampleResults.run("a", 1e6, 0.01, 1, 0.2, 1);

  @Test
  void shouldPackDifferencesWhenCountsFollowEachOther() {
    byte[] bytes = Base64.getDecoder().decode(PageData.packed(new int[] {3, 1, 1, 301}, 1));
    assertThat(bytes).containsExactly(6, 3, 0, 0x80 | (600 & 0x7f), 600 >> 7);
    assertThat(PageData.packed(new int[] {3, 1, 1, 301, 9}, 2))
        .isEqualTo(PageData.packed(new int[] {4, 302}, 1));
  }

  /** Six digits of this one would be 0.99, and the text says 0.9899. */
  @Test
  void shouldRoundTheIndexDownFromAllItsDigits() throws Exception {
    RunResult.Fairness of = RUN.fairness();
    double index = 0.98999996;
    RunResult run =
        new RunResult(
            RUN.subject(),
            RUN.switches(),
            RUN.answers(),
            new RunResult.Fairness(
                of.deviation(), of.filledOnce(), of.worstWindow(), index, of.portions()),
            RUN.waits(),
            RUN.timeline(),
            RUN.windows(),
            RUN.events(),
            RUN.processors(),
            RUN.sending(),
            RUN.emulator(),
            RUN.completion());
    assertThat(HtmlReport.page(List.of(run))).contains("\"0.9899\"").doesNotContain("\"0.9900\"");
  }

  @Test
  void shouldHaveOneListAKeyWhenThereAreManySwitches() throws Exception {
    JsonNode run = new ObjectMapper().readTree(PageData.of(List.of(RUN))).get(0);
    assertThat(run.get("switches").get("dpid")).hasSize(79);
    assertThat(run.get("switches").get("deviation")).hasSize(79);
    assertThat(run.get("windows").get("milliseconds").intValue()).isEqualTo(100);
    assertThat(run.get("windows").get("packed")).hasSize(79);
    assertThat(run.get("switches").get("offeredRequestsPerSecond").get(2).asText()).hasSize(6);
    assertThat(HtmlReport.page(List.of(RUN))).doesNotContain("\"  lowest\"");
  }

  @Test
  void shouldHaveMediansAndTheirSpreadWhenThereAreRounds() throws Exception {
    RunResult slow = SampleResults.run("a", 0.9e6, 0.01, 1, 0.2, 2).inRound(2);
    RunResult slower = SampleResults.run("a", 0.8e6, 0.01, 1, 0.2, 3).inRound(3);
    List<RunResult> rounds = List.of(RUN, slow, slower);
    assertThat(new ObjectMapper().readTree(PageData.of(rounds))).hasSize(1);
    assertThat(HtmlReport.page(rounds))
        .contains("[\"a, median of 3\",\"900 k\",", "[\"  lowest\",\"799 k\",")
        .contains("[\"  highest\",\"999 k\",");
  }

  /** Five strategies, ten seconds and a minute of them. */
  @Test
  void shouldStaySmallWhenThereAreManySwitchesAndWindows() throws Exception {
    List<RunResult> aMinute = large(600);
    for (List<RunResult> runs : List.of(large(100), aMinute)) {
      assertThat(HtmlReport.page(runs).length()).isLessThan(5_000_000);
    }
    JsonNode run = new ObjectMapper().readTree(PageData.of(aMinute)).get(0);
    assertThat(run.get("windows").get("milliseconds").intValue()).isGreaterThan(100);
  }

  private static List<RunResult> large(int windows) {
    Random random = new Random(1);
    List<SwitchResult> switches = new ArrayList<>();
    List<SwitchWindows.Row> rows = new ArrayList<>();
    for (int i = 0; i < 1347; i++) {
      double share = 1e6 * random.nextDouble();
      switches.add(
          new SwitchResult(
              String.format("%016x", i + 1),
              1,
              share * 1.7,
              0,
              Math.round(share * 17),
              Math.round(share * 10),
              share,
              random.nextGaussian() / 7,
              new SwitchDelay(share, 2 * share, 3 * share),
              OverTime.UNKNOWN,
              null));
      int[] counts = new int[windows];
      for (int w = 0; w < windows; w++) {
        counts[w] = (int) (share / 10 * (0.5 + random.nextDouble()));
      }
      rows.add(new SwitchWindows.Row(counts));
    }
    List<RunResult> results = new ArrayList<>();
    for (RunResult run : SampleResults.five()) {
      results.add(SampleResults.with(run, switches, run.answers(), new SwitchWindows(100, rows)));
    }
    return results;
  }
}
