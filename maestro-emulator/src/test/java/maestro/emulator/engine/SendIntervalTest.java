package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SendIntervalTest {
  private static final double SECOND_NS = 1e9;

  @Test
  void shouldSendEachAtItsTimeWhenThereAreFew() {
    assertThat(SendInterval.of(new double[] {10_000, 30_000})).isZero();
    assertThat(SendInterval.of(new double[0])).isZero();
  }

  @Test
  void shouldDivideWritesEvenlyAmongBusySwitches() {
    double[] rates = new double[80];
    Arrays.fill(rates, 100_000);
    assertThat(SendInterval.of(rates)).isEqualTo(Math.round(80 / SendInterval.WRITES * SECOND_NS));
  }

  @Test
  void shouldLetThoseWhoAskForLittleSendEachAtItsTime() {
    // 2 × 5000 writes are as planned, which leaves 30000 for the other one
    assertThat(SendInterval.of(new double[] {5_000, 1_000_000, 5_000})).isEqualTo(33_333);
  }

  @Test
  void shouldBeLongEnoughForTheBusiestStep() {
    RateSteps steps = new RateSteps(new long[] {0, 1_000}, new double[] {1_000, 80_000}, 0);
    RateSteps constant = RateSteps.constant(80_000, 0);
    assertThat(SendInterval.ofAll(List.of(steps, constant))).isEqualTo(50_000);
    assertThat(SendInterval.ofAll(List.of())).isZero();
  }

  @Test
  void shouldNotLetAWholeWriteWait() {
    assertThat(SendInterval.ofOne(2_000_000, RateSteps.constant(1_000_000, 0), 800))
        .isEqualTo(800_000);
    assertThat(SendInterval.ofOne(2_000_000, RateSteps.constant(1_000, 0), 800))
        .isEqualTo(2_000_000);
    assertThat(SendInterval.ofOne(2_000_000, RateSteps.constant(0, 0), 800)).isEqualTo(2_000_000);
    assertThat(SendInterval.ofOne(0, RateSteps.constant(1_000_000, 0), 800)).isZero();
  }
}
