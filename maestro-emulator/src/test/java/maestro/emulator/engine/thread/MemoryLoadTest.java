package maestro.emulator.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import maestro.emulator.engine.Plans;
import maestro.emulator.engine.plan.ArrivalLaw;
import maestro.emulator.scenario.Arrivals;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryLoadTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldReadRightAnswerToEachRequest(int version) throws IOException {
    Plans plans = new Plans();
    plans.mode = LoadMode.RATE;
    plans.version = version;
    plans.requestsPerSecond = 100_000;
    plans.law = new ArrivalLaw(Arrivals.POISSON, 3);
    MemoryLoad load = new MemoryLoad(plans.plan());
    long sent = 0;
    for (int i = 0; i < 1000; i++) {
      int now = load.send(1_000_000);
      sent += now;
      assertThat(load.read()).isEqualTo(now);
    }
    assertThat(sent).as("four switches, 300 ms").isBetween(118_000L, 122_000L);
    assertThat(load.read()).isZero();
  }
}
