package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import org.junit.jupiter.api.Test;

class EmulationTest {
  private static final String[] SHORT = {
    "durations.warm-up=0 s", "durations.measure=400 ms", "network.switches=5", "hosts=50"
  };

  @Test
  void shouldJudgeEverySwitchWhenRunIsComplete() throws Exception {
    RunResult result = runInRealTime("probing.rate=50", "durations.drain=30 s");
    assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
    assertThat(result.switches()).hasSize(5);
    assertThat(result.answers().errors()).isEqualTo(ErrorCounts.NONE);
    assertThat(result.throughputRequestsPerSecond()).isPositive();
    assertThat(result.timeline()).hasSize(4);
    assertThat(result.fairness().jain()).isBetween(0.0, 1.0);
    assertThat(result.waits().probing().count()).isPositive();
    assertThat(result.waits().delays()).isNotEmpty();
    assertThat(result.answers().measuredSeconds()).isEqualTo(0.4);
    if (Files.exists(Path.of("/proc/net/tcp"))) {
      assertThat(result.processors().otherPrograms().processors()).isNotNaN();
    }
  }

  @Test
  void shouldGiveEverybodyTheOfferedRateWhenControllerTakesAll() throws Exception {
    RunResult result =
        run("load=rate", "rates.total=20k", "rates.distribution=hog(10)", "rates.arrivals=even");
    assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
    List<Double> offered = new ArrayList<>();
    for (SwitchResult each : result.switches()) {
      offered.add(each.offeredRequestsPerSecond());
    }
    double sum = offered.stream().mapToDouble(Double::doubleValue).sum();
    assertThat(sum).isBetween(19_900.0, 20_100.0);
    assertThat(offered).filteredOn(rate -> rate > 10_000).hasSize(1);
  }

  @Test
  void shouldMeasureCapacityFirstWhenRateIsRelative() throws Exception {
    RunResult result = run("load=rate", "rates.total=0.05 x capacity");
    assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
    RunResult.Capacity capacity = result.subject().scenario().capacity();
    assertThat(capacity.settled()).isTrue();
    double offered =
        result.switches().stream().mapToDouble(SwitchResult::offeredRequestsPerSecond).sum();
    assertThat(offered).isCloseTo(0.05 * capacity.requestsPerSecond(), withPercentage(2));
  }

  @Test
  void shouldMeasureCapacityUntilItHasSettledWhenControllerBecomesFaster() throws Exception {
    RunResult result = relativeTo(nowNs -> Math.min(20, 1 + (int) (nowNs / 50_000_000)));
    RunResult.Capacity capacity = result.subject().scenario().capacity();
    assertThat(capacity.settled()).isTrue();
    assertThat(capacity.requestsPerSecond()).isCloseTo(perSecond(20), withPercentage(1));
    assertThat(capacity.measuredSeconds()).isBetween(1.2, 2.5);
  }

  @Test
  void shouldSayThatCapacityHasNotSettledWhenControllerBecomesFasterForLong() throws Exception {
    RunResult result = relativeTo(nowNs -> 1 + (int) (nowNs / 50_000_000));
    RunResult.Capacity capacity = result.subject().scenario().capacity();
    assertThat(capacity.settled()).isFalse();
    assertThat(capacity.measuredSeconds()).isCloseTo(20 * 0.1333, withPercentage(10));
    assertThat(capacity.requestsPerSecond()).isGreaterThan(perSecond(40));
  }

  /** A run relative to the capacity of a controller that takes so many requests of a switch. */
  private static RunResult relativeTo(LongToIntFunction requestsInCycle) throws Exception {
    long beginNs = new VirtualTime().nowNs();
    return Emulation.run(
        scenario("load=rate", "rates.total=0.01 x capacity", "probing.enabled=false"),
        new InetSocketAddress(0),
        "faster",
        Emulation.CpuMeter.NONE,
        VirtualRun.against(
            () ->
                TruthResponder.Behaviour.serving(
                    (id, nowNs) -> requestsInCycle.applyAsInt(nowNs - beginNs))),
        Progress.NONE);
  }

  /** Five switches that get so many answers in each cycle. */
  private static double perSecond(int requestsInCycle) {
    return 5.0 * requestsInCycle * 1e9 / VirtualRun.CYCLE_NS;
  }

  @Test
  void shouldFollowScheduleWhenRateChanges() throws Exception {
    RunResult result =
        run(
            "load=rate",
            "schedule=[{at=0 s, rate=10k}, {at=200 ms, rate=30k}]",
            "rates.arrivals=even");
    assertThat(result.timeline().get(0).offeredRequestsPerSecond()).isEqualTo(10_000);
    assertThat(result.timeline().get(3).offeredRequestsPerSecond()).isEqualTo(30_000);
    double planned = 0;
    for (SwitchResult each : result.switches()) {
      planned += each.offeredRequestsPerSecond() * result.answers().measuredSeconds();
    }
    assertThat(planned).isBetween(7990.0, 8010.0);
  }

  @Test
  void shouldMarkResultWhenControllerIsNotThere() throws Exception {
    RunResult result;
    try (Socket taken = new Socket()) { // bound, so nobody else can listen there
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      InetSocketAddress address = (InetSocketAddress) taken.getLocalSocketAddress();
      result = Emulation.run(scenario(), address, Progress.NONE);
    }
    assertThat(result.completion().complete()).isFalse();
    assertThat(result.completion().reason()).contains("refused");
    assertThat(result.answers().measuredSeconds()).isZero();
  }

  private static RunResult run(String... settings) throws ScenarioException {
    return Emulation.run(
        scenario(settings),
        new InetSocketAddress(0),
        "truth",
        Emulation.CpuMeter.NONE,
        VirtualRun.against(() -> (request, out) -> out.write(request.answer())),
        Progress.NONE);
  }

  private static RunResult runInRealTime(String... settings) throws IOException, ScenarioException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (BaselineResponder responder = BaselineResponder.listen(any)) {
      responder.start();
      return Emulation.run(scenario(settings), responder.address(), Progress.NONE);
    }
  }

  private static Scenario scenario(String... settings) throws ScenarioException {
    List<String> all = new ArrayList<>(List.of(SHORT));
    all.addAll(List.of(settings));
    return ScenarioFile.defaultsWith(all.toArray(String[]::new));
  }
}
