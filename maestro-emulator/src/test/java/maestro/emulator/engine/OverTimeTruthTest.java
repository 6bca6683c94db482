package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.report.OverTime;
import maestro.emulator.report.Portions;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchResult;
import maestro.emulator.report.TextReport;
import maestro.emulator.scenario.ScenarioException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Controllers that serve switches unevenly, over the run or within it. */
class OverTimeTruthTest {
  private static final double MS = Plans.MS;

  @TempDir private Path folder;

  @Test
  void shouldReportNothingUnfairWhenWeightsAreServed() throws ScenarioException {
    RunResult result =
        TruthRun.atFullSpeed(
            () -> Behaviour.inProportion(5),
            "probing.enabled=false",
            "weights={\"1\"=1, \"2\"=2, \"3\"=3, \"4\"=4}");
    assertThat(result.fairness().deviation().largest()).isLessThan(0.001);
    assertThat(result.fairness().jain()).isGreaterThan(0.99999);
    double perWeight = result.throughputRequestsPerSecond() / 10;
    for (SwitchResult each : result.switches()) {
      assertThat(each.answeredRequests())
          .isBetween(
              (long) (each.weight() * perWeight * 0.999),
              (long) (each.weight() * perWeight * 1.001));
    }
  }

  @Test
  void shouldReportEveryDeviationWhenNobodyAskedForWeights() throws ScenarioException {
    RunResult result =
        TruthRun.atFullSpeed(() -> Behaviour.inProportion(5), "probing.enabled=false");
    assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
    double perShare = result.throughputRequestsPerSecond() / 10;
    double[] expected = {-0.6, -0.2, 0.2, 0.6};
    for (int i = 0; i < expected.length; i++) {
      SwitchResult each = result.switches().get(i);
      assertThat(each.deviation()).isBetween(expected[i] - 0.001, expected[i] + 0.001);
      assertThat(each.answeredRequests() / result.answers().measuredSeconds())
          .isCloseTo((i + 1) * perShare, withPercentage(0.1));
    }
    assertThat(result.fairness().deviation().min()).isBetween(-0.601, -0.599);
    assertThat(result.fairness().deviation().max()).isBetween(0.599, 0.601);
    assertThat(result.fairness().jain()).isBetween(0.833, 0.834);
  }

  @Test
  void shouldReportBothHalvesWhenTheyAreServedInTurn() throws ScenarioException {
    RunResult result =
        TruthRun.atFullSpeed(
            OverTimeTruthTest::halvesInTurn, "probing.enabled=false", "durations.measure=1600 ms");
    assertThat(result.fairness().deviation().largest()).as("over the run").isLessThan(0.02);
    assertThat(result.fairness().worstWindow().min()).isEqualTo(-1);
    assertThat(result.fairness().worstWindow().max()).isBetween(0.99, 1.01);
    for (SwitchResult each : result.switches()) {
      assertThat(each.overTime().worstWindowSeconds()).isEqualTo(0.1);
      assertThat(each.overTime().longestPauseNs()).isBetween(200 * MS, 201 * MS);
      assertThat(each.overTime().longestPlannedGapNs()).as("it has no plan").isNaN();
    }
  }

  @Test
  void shouldSayHowLargePortionsAreWhenSwitchesAreServedInTurn() throws ScenarioException {
    RunResult result = TruthRun.atFullSpeed(OverTimeTruthTest::inTurn, "probing.enabled=false");
    Portions portions = result.fairness().portions();
    assertThat(portions.requests()).isBetween(4500.0, 5000.0);
    assertThat(portions.ofShare()).isBetween(0.11, 0.13);
    assertThat(result.fairness().deviation().largest())
        .as("where the turn was at the end")
        .isLessThan(portions.ofShare());
    assertThat(TextReport.table(List.of(result)))
        .containsPattern(
            "truth: a switch got its answers in [89] portions of 4[5-9]\\d\\d: one portion is"
                + " 1[1-3].\\d % of its share, so smaller deviations say nothing; to see 1 %,"
                + " measure 1[1-3] s\n");
  }

  @Test
  void shouldSayNothingOfPortionsWhenTheyAreSmall() throws ScenarioException {
    RunResult result =
        TruthRun.atFullSpeed(() -> Behaviour.inProportion(5), "probing.enabled=false");
    assertThat(result.fairness().portions().ofShare()).isBetween(0.0, 0.001);
    assertThat(result.fairness().portions().note()).isEmpty();
  }

  @Test
  void shouldSayNothingOfPortionsWhenNobodyAskedForMoreThanItGot() throws ScenarioException {
    RunResult result = TruthRun.of(() -> Behaviour.inProportion(5));
    assertThat(result.fairness().portions().ofShare()).isNaN();
    assertThat(result.fairness().portions().note()).isEmpty();
  }

  @Test
  void shouldNameTheLightSwitchWhenItStarvesForASecondInEveryTwo()
      throws ScenarioException, IOException {
    RunResult result =
        TruthRun.of(
            OverTimeTruthTest::starvesTheLast,
            "rates.distribution=\"file(" + rates() + ")\"",
            "rates.total=6050",
            "probing.enabled=false",
            "durations.measure=4 s",
            "durations.drain=2 s");
    assertThat(result.answers().measuredErrors()).isZero();
    SwitchResult light = result.switches().get(3);
    OverTime time = light.overTime();
    assertThat(light.offeredRequestsPerSecond()).isBetween(49.0, 51.0);
    assertThat(time.worstWindowDeviation()).isEqualTo(-1);
    assertThat(time.worstWindowSeconds()).isBetween(0.4, 0.5);
    assertThat(time.longestPauseNs()).isBetween(980 * MS, 1001 * MS);
    assertThat(time.longestPlannedGapNs()).isBetween(19.9 * MS, 20.1 * MS);
    assertThat(light.delay().p99Ns()).isBetween(940 * MS, 1001 * MS);
    assertThat(light.delay().maxNs()).isBetween(970 * MS, 1010 * MS);
    for (SwitchResult heavy : result.switches().subList(0, 3)) {
      assertThat(heavy.delay().p99Ns()).isLessThan(2 * MS);
      assertThat(heavy.overTime().longestPauseNs()).isLessThan(2 * MS);
      assertThat(heavy.overTime().worstWindowDeviation()).isBetween(-0.02, 0.02);
    }
    String table = TextReport.table(List.of(result));
    String name = table.contains("\ntruth *") ? "truth \\*" : "truth"; // on a busy machine
    assertThat(table)
        .containsPattern(
            name + " +0000000000000004 +0.[45]00 +-100 +0000000000000004 +(9\\d\\d|1000) +20.0\n");
  }

  @Test
  void shouldReportTheStallWhenTheControllerStandsStill() throws ScenarioException {
    RunResult result = TruthRun.of(StallsOnce::new, "probing.rate=100");
    assertThat(result.answers().measuredErrors()).isZero();
    assertThat(result.waits().pauses().longestNs()).isBetween(299 * MS, 302 * MS);
    assertThat(result.waits().probing().maxNs()).isBetween(290 * MS, 302 * MS);
    for (SwitchResult each : result.switches()) {
      assertThat(each.overTime().longestPauseNs()).isBetween(299 * MS, 302 * MS);
      assertThat(each.overTime().worstWindowDeviation())
          .as("nobody was served, so nobody was denied a share")
          .isBetween(-0.05, 0.05);
    }
  }

  @Test
  void shouldSayWhichConnectionWasClosed() throws ScenarioException {
    RunResult result = TruthRun.of(ClosesTheSecond::new);
    assertThat(result.completion().complete()).isFalse();
    assertThat(result.completion().reason())
        .isEqualTo("the controller closed the connection of switch 0000000000000002");
    assertThat(result.answers().errors().missing()).as("nobody waited for answers").isZero();
  }

  /** A file of rates in proportion 2000 : 2000 : 2000 : 50. */
  private String rates() throws IOException {
    return Files.writeString(folder.resolve("rates"), "2000\n2000\n2000\n50\n").toString();
  }

  /** Serves switches 1 and 2 for 200 ms, then 3 and 4. */
  private static Behaviour halvesInTurn() {
    return Behaviour.serving(
        (id, nowNs) -> {
          boolean turn = nowNs / (200 * Plans.MS) % 2 == 0;
          return id == 0 || id <= 2 == turn ? 16 : 0;
        });
  }

  /** Serves each switch for 30 ms, one after the other. */
  private static Behaviour inTurn() {
    return Behaviour.serving(
        (id, nowNs) -> {
          boolean turn = nowNs / (30 * Plans.MS) % TruthRun.SWITCHES == id - 1;
          return id == 0 || turn ? 16 : 0;
        });
  }

  private static Behaviour starvesTheLast() {
    return Behaviour.serving(
        (id, nowNs) -> {
          boolean starved = nowNs / (1000 * Plans.MS) % 2 == 0;
          return id == TruthRun.SWITCHES && starved ? 0 : 64;
        });
  }

  /** Does nothing for 300 ms, once, in the middle of measured time. */
  private static final class StallsOnce implements Behaviour {
    private static final int AT_REQUEST = 700; // of 1000 a second, after 200 of the warm-up

    private int count;

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) throws IOException {
      boolean probing = out.datapathId() == TruthRun.PROBING;
      if (++count == (probing ? AT_REQUEST / 10 : AT_REQUEST)) {
        out.busyFor(300 * Plans.MS);
      }
      out.write(request.answer());
    }
  }

  private static final class ClosesTheSecond implements Behaviour {
    private int count;

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) throws IOException {
      if (++count == 600 && out.datapathId() == 2) {
        out.close();
      }
      out.write(request.answer());
    }
  }
}
