package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.RunResult.TimePoint;
import maestro.emulator.report.SwitchResult;
import maestro.emulator.report.TextReport;
import maestro.emulator.scenario.ScenarioException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Controllers of known speed under rates that change, with and without a plan made up for. */
class RefusedTruthTest {
  private static final String STEPS =
      "schedule=[{at=0 s, rate=4M}, {at=200 ms, rate=1.4M}, {at=400 ms, rate=850k}]";

  @TempDir private Path folder;

  /** The sockets alone, or the limit, hold what takes a part of the third step to be answered. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "2000"})
  void shouldAnswerWhatIsOfferedAfterAnOverloadWhenTheRestIsDropped(String limit)
      throws ScenarioException {
    RunResult result =
        run(
            RefusedTruthTest::aMillion,
            STEPS,
            "rates.unsent=dropped",
            "outstanding.limit=" + limit);
    assertThat(result.answers().measuredErrors()).isZero();
    List<TimePoint> points = result.timeline();
    assertThat(points).hasSize(6);
    for (int window = 0; window < 4; window++) {
      assertThat(throughput(points.get(window))).isCloseTo(1e6, within(1e4));
    }
    assertThat(throughput(points.get(5))).isCloseTo(0.85e6, within(1e4));
    assertThat(points.get(1).refusedRequestsPerSecond()).isCloseTo(3e6, within(1e5));
    assertThat(points.get(3).refusedRequestsPerSecond()).isCloseTo(0.4e6, within(2e4));
    assertThat(points.get(5).refusedRequestsPerSecond()).isZero();
    assertThat(result.fairness().deviation().largest()).isLessThan(0.005);
    assertCountsAddUp(result);
  }

  @Test
  void shouldBeOverloadedInAllStepsWhenThePlanIsMadeUp() throws ScenarioException {
    RunResult result = run(RefusedTruthTest::aMillion, STEPS, "durations.drain=10 s");
    for (TimePoint point : result.timeline()) {
      assertThat(throughput(point)).isCloseTo(1e6, within(1e4));
      assertThat(point.refusedRequestsPerSecond()).isZero();
    }
    assertThat(result.sending().refusedRequests()).isZero();
  }

  @Test
  void shouldReportEveryDeviationWhenWhatIsDeniedIsRefused() throws ScenarioException {
    RunResult result =
        run(
            () -> Behaviour.inProportion(10),
            "rates.total=4M",
            "rates.unsent=dropped",
            "outstanding.limit=500",
            "durations.measure=200 ms");
    double[] expected = {-0.6, -0.2, 0.2, 0.6};
    for (int i = 0; i < expected.length; i++) {
      assertThat(result.switches().get(i).deviation()).isCloseTo(expected[i], within(0.01));
    }
    assertCountsAddUp(result);
    assertThat(TextReport.table(List.of(result)))
        .containsPattern(
            "truth: [56]\\d\\d,\\d{3} of [78]\\d\\d,\\d{3} requests \\(7[45]\\.\\d %\\) were"
                + " refused: their sockets were full; ");
  }

  /** Two are refused in the overload, one of them more; both ask for less than they get after. */
  @Test
  void shouldOweNobodyWhatWasRefusedWhenTheOverloadIsOver() throws ScenarioException, IOException {
    Path rates = Files.writeString(folder.resolve("rates"), "4\n3\n1\n1\n");
    RunResult result =
        run(
            RefusedTruthTest::aMillion,
            "rates.distribution=\"file(" + rates + ")\"",
            "schedule=[{at=0 s, rate=2M}, {at=200 ms, rate=500k}]",
            "rates.unsent=dropped",
            "outstanding.limit=500");
    assertThat(result.fairness().deviation().largest()).isLessThan(0.005);
    assertThat(result.switches().get(0).refusedRequests())
        .isGreaterThan(result.switches().get(1).refusedRequests() + 10_000);
    assertThat(result.switches().get(2).refusedRequests()).isZero();
    assertCountsAddUp(result);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64})
  void shouldCountEachRequestOnceWhenFewMayWait(int limit) throws ScenarioException {
    RunResult result =
        run(
            RefusedTruthTest::aMillion,
            "rates.total=8M",
            "rates.arrivals=poisson",
            "rates.unsent=dropped",
            "outstanding.limit=" + limit,
            "durations.measure=100 ms");
    assertThat(result.answers().measuredErrors()).isZero();
    assertThat(result.sending().refusedRequests()).isPositive();
    assertCountsAddUp(result);
  }

  /** Each request that was planned left or was refused; and what left was answered. */
  private static void assertCountsAddUp(RunResult result) {
    double seconds = result.answers().measuredSeconds();
    long refused = 0;
    for (SwitchResult each : result.switches()) {
      double offered = each.offeredRequestsPerSecond() * seconds;
      assertThat((double) (each.sentRequests() + each.refusedRequests()))
          .isCloseTo(offered, within(0.5));
      refused += each.refusedRequests();
    }
    assertThat(result.sending().refusedRequests()).isEqualTo(refused);
    double ofWindows =
        result.timeline().stream().mapToDouble(TimePoint::refusedRequestsPerSecond).sum() / 10;
    assertThat(ofWindows).isCloseTo((double) refused, within(0.5));
  }

  private static double throughput(TimePoint point) {
    return point.throughputRequestsPerSecond();
  }

  private static RunResult run(Supplier<Behaviour> controller, String... settings)
      throws ScenarioException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "load=rate",
                "rates.arrivals=even",
                "probing.enabled=false",
                "durations.warm-up=10 ms",
                "durations.measure=600 ms"));
    all.addAll(List.of(settings));
    return TruthRun.atFullSpeed(controller, all.toArray(String[]::new));
  }

  /** Answers 250,000 requests of each of four switches in a second, and no more. */
  private static Behaviour aMillion() {
    int atOnce = (int) (1_000_000 / TruthRun.SWITCHES * VirtualRun.CYCLE_NS / 1_000_000_000);
    return Behaviour.serving((id, nowNs) -> atOnce);
  }
}
