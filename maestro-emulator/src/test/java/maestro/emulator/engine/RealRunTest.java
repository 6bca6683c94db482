package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole path once: threads, TCP, the machine's time. Nothing here depends on how long. */
class RealRunTest {
  private final Plans plans = new Plans();

  @ParameterizedTest
  @CsvSource({"MAX, 4, false", "RATE, 1, true"})
  void shouldCountWhatResponderCountedWhenTimeIsReal(LoadMode mode, int version, boolean buffered)
      throws IOException {
    plans.mode = mode;
    plans.version = version;
    plans.buffered = buffered;
    plans.threadCount = 2;
    plans.times = new LoadPlan.Times(60_000 * MS, 60_000 * MS, 50 * MS, 200 * MS, 60_000 * MS);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (BaselineResponder responder = BaselineResponder.listen(any)) {
      responder.start();

      LoadResult result = new LoadRun(plans.plan(), responder.address()).run(Progress.NONE);

      assertThat(result.failure()).isEmpty();
      Map<Long, Long> truth = responder.answeredByDatapath();
      for (LoadResult.SwitchCounts counts : result.switches()) {
        assertThat(counts.allSentRequests()).isPositive();
        assertThat(truth.get(counts.datapathId()))
            .isEqualTo(counts.allSentRequests() + plans.hostCount);
        assertThat(counts.allErrors().missing()).isZero();
      }
    }
  }
}
