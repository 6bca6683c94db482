package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.limit.LimitResponder;
import maestro.emulator.report.RunResult;
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
    RunResult result = run("probing.rate=50");
    assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
    assertThat(result.switches()).hasSize(5);
    assertThat(result.errors()).isEqualTo(RunResult.ErrorCounts.NONE);
    assertThat(result.throughputRequestsPerSecond()).isPositive();
    assertThat(result.timeline()).hasSize(4);
    assertThat(result.jain()).isBetween(0.0, 1.0);
    assertThat(result.probing().count()).isPositive();
    assertThat(result.delays()).isNotEmpty();
    assertThat(result.measuredSeconds()).isEqualTo(0.4);
    if (Files.exists(Path.of("/proc/net/tcp"))) {
      assertThat(result.otherPrograms().processors()).isNotNaN();
    }
  }

  @Test
  void shouldGiveEverybodyTheOfferedRateWhenControllerTakesAll() throws Exception {
    RunResult result = run("load=rate", "rates.total=20k", "rates.distribution=hog(10)");
    assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
    List<Double> offered = new ArrayList<>();
    for (RunResult.SwitchResult each : result.switches()) {
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
    assertThat(result.switches().get(0).offeredRequestsPerSecond()).isPositive();
  }

  @Test
  void shouldFollowScheduleWhenRateChanges() throws Exception {
    RunResult result = run("load=rate", "schedule=[{at=0 s, rate=10k}, {at=200 ms, rate=30k}]");
    assertThat(result.timeline().get(0).offeredRequestsPerSecond()).isEqualTo(10_000);
    assertThat(result.timeline().get(3).offeredRequestsPerSecond()).isEqualTo(30_000);
    double planned = 0;
    for (RunResult.SwitchResult each : result.switches()) {
      planned += each.offeredRequestsPerSecond() * result.measuredSeconds();
    }
    assertThat(planned).isBetween(7990.0, 8010.0);
  }

  @Test
  void shouldMarkResultWhenControllerIsNotThere() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    RunResult result =
        Emulation.run(
            scenario(),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            Progress.NONE);
    assertThat(result.completion().complete()).isFalse();
    assertThat(result.completion().reason()).contains("refused");
    assertThat(result.measuredSeconds()).isZero();
  }

  private static RunResult run(String... settings) throws IOException, ScenarioException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (LimitResponder responder = LimitResponder.listen(any)) {
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
