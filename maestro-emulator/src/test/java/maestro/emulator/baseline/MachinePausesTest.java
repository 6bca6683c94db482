package maestro.emulator.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MachinePausesTest {
  private static final long SECOND_NS = 1_000_000_000;

  @Test
  void shouldBeNothingWithoutGaps() {
    assertThat(MachinePauses.of(new long[0], SECOND_NS, 2))
        .isEqualTo(new MachinePauses(0, 0, 0, 0));
  }

  @Test
  void shouldAgreeWithRequestsThatComeAtRandom() {
    Random random = new Random(7);
    long[] gaps = random.longs(40, 100_000, 8_000_000).toArray();
    double[] waits = new double[1_000_000];
    for (int i = 0; i < waits.length; i++) {
      waits[i] = wait(gaps, random.nextDouble() * SECOND_NS);
    }
    Arrays.sort(waits);
    MachinePauses pauses = MachinePauses.of(gaps, SECOND_NS, 1);
    assertThat(pauses.meanNs())
        .isCloseTo(Arrays.stream(waits).average().orElse(0), within(5_000.0));
    assertThat(pauses.p99Ns()).isCloseTo(waits[990_000], within(20_000.0));
    assertThat(pauses.longestNs()).isEqualTo((double) Arrays.stream(gaps).max().orElse(0));
  }

  /** Of a request that comes at a time; the gaps stand at the beginning, side by side. */
  private static double wait(long[] gaps, double atNs) {
    double endNs = 0;
    for (long gap : gaps) {
      endNs += gap;
      if (atNs < endNs) {
        return endNs - atNs;
      }
    }
    return 0;
  }

  @Test
  void shouldCountTwoThreadsTogether() {
    long[] gaps = {4_000_000, 4_000_000};
    assertThat(MachinePauses.of(gaps, SECOND_NS, 2).meanNs())
        .isEqualTo(MachinePauses.of(gaps, SECOND_NS, 1).meanNs());
    assertThat(MachinePauses.of(gaps, SECOND_NS, 4).meanNs())
        .isEqualTo(MachinePauses.of(gaps, SECOND_NS, 2).meanNs() / 2);
    assertThat(MachinePauses.of(gaps, SECOND_NS, 2).lostShare()).isEqualTo(0.004);
  }
}
