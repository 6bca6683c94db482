package maestro.emulator.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FairnessTest {
  @Test
  void shouldRelateDeviationToTheShare() {
    assertThat(Fairness.deviations(new double[] {150, 50, 100, 3}, new double[] {100, 100, 100, 0}))
        .containsExactly(0.5, -0.5, 0, Double.NaN);
  }

  @Test
  void shouldBeOneWhenAllGetTheSamePartOfTheirShare() {
    assertThat(Fairness.jain(new double[] {1, 2, 3}, new double[] {2, 4, 6})).isEqualTo(1);
  }

  @Test
  void shouldBeExactlyOneWhenOnlySumsWereRounded() {
    double[] got = new double[10_000];
    double[] shares = new double[got.length];
    Arrays.setAll(got, i -> (i + 1) * 0.1);
    Arrays.setAll(shares, i -> (i + 1) * 0.7);
    assertThat(Fairness.jain(got, shares)).isEqualTo(1);
    shares[0] *= 1.01;
    assertThat(Fairness.jain(got, shares)).isLessThan(1);
  }

  @Test
  void shouldBeOneOverCountWhenOneGetsEverything() {
    assertThat(Fairness.jain(new double[] {8, 0, 0, 0}, new double[] {2, 2, 2, 2})).isEqualTo(0.25);
  }

  @Test
  void shouldFollowTheFormulaWhenUneven() {
    // x = 1.5, 0.5, 1: (3)² ÷ (3 × (2.25 + 0.25 + 1)) = 9 ÷ 10.5
    assertThat(Fairness.jain(new double[] {3, 1, 2}, new double[] {2, 2, 2}))
        .isCloseTo(9 / 10.5, within(1e-12));
  }

  @Test
  void shouldLeaveOutWhoHasNoShare() {
    assertThat(Fairness.jain(new double[] {3, 3, 0}, new double[] {3, 3, 0})).isEqualTo(1);
    assertThat(Fairness.jain(new double[] {0}, new double[] {0})).isNaN();
  }

  @Test
  void shouldTakeTheNearestRank() {
    double[] ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    assertThat(Fairness.percentile(ten, 0)).isEqualTo(1);
    assertThat(Fairness.percentile(ten, 10)).isEqualTo(1);
    assertThat(Fairness.percentile(ten, 50)).isEqualTo(5);
    assertThat(Fairness.percentile(ten, 51)).isEqualTo(6);
    assertThat(Fairness.percentile(ten, 90)).isEqualTo(9);
    assertThat(Fairness.percentile(ten, 100)).isEqualTo(10);
    assertThat(Fairness.percentile(new double[0], 50)).isNaN();
  }

  @Test
  void shouldSortOnlyNumbers() {
    assertThat(Fairness.sorted(new double[] {3, Double.NaN, 1})).containsExactly(1, 3);
  }
}
