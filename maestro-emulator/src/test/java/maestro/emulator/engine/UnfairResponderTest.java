package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchResult;
import maestro.emulator.scenario.ScenarioFile;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** A controller that serves switch i in proportion to i, in virtual time. */
class UnfairResponderTest {
  private static final int SWITCH_COUNT = 4;

  @Test
  void shouldReportDeviationsWhenServiceIsInProportionToNumber() throws Exception {
    RunResult result =
        Emulation.run(
            ScenarioFile.defaultsWith(
                "openflow=\"1.0\"",
                "network.switches=" + SWITCH_COUNT,
                "hosts=16",
                "probing.enabled=false",
                "durations.warm-up=100 ms",
                "durations.measure=500 ms",
                "durations.drain=100 ms"),
            new InetSocketAddress(0),
            "unfair",
            Emulation.CpuMeter.NONE,
            VirtualRun.against(InProportion::new),
            Progress.NONE);

    assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
    double perShare = result.throughputRequestsPerSecond() / 10;
    for (int i = 0; i < SWITCH_COUNT; i++) {
      SwitchResult each = result.switches().get(i);
      assertThat(each.answeredRequests() / result.answers().measuredSeconds())
          .isCloseTo((i + 1) * perShare, Percentage.withPercentage(0.1));
    }
    assertThat(result.fairness().deviation().min()).isBetween(-0.601, -0.599);
    assertThat(result.fairness().deviation().max()).isBetween(0.599, 0.601);
    assertThat(result.fairness().jain()).isBetween(0.833, 0.834);
  }

  private static final class InProportion implements Behaviour {
    @Override
    public int requestsAtOnce(long datapathId) {
      return Math.max(1, 5 * (int) datapathId); // 0 before the features
    }

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      out.write(request.answer());
    }
  }
}
