package maestro.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WaterFillingTest {
  private static final double ALL = Double.POSITIVE_INFINITY;

  @Test
  void shouldGiveEverybodyTheirDemandWhenCapacityIsEnough() {
    // 1 + 2 + 3 = 6, and there are 10.
    assertThat(equalWeights(10, 1, 2, 3)).containsExactly(1, 2, 3);
  }

  @Test
  void shouldFillProgressivelyWhenCapacityIsShort() {
    // 10 over (2, 2.6, 4, 5): a quarter is 2.5, the first takes 2 and leaves 8 to three;
    // a third is 2.667, the second takes 2.6 and leaves 5.4 to two; they get 2.7 each.
    assertThat(equalWeights(10, 2, 2.6, 4, 5))
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(2, 2.6, 2.7, 2.7);
  }

  @Test
  void shouldKeepTheOrderOfTheDemandsWhenTheyAreNotSorted() {
    assertThat(equalWeights(10, 5, 2, 4, 2.6))
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(2.7, 2, 2.7, 2.6);
  }

  @Test
  void shouldDivideByWeightWhenWeighted() {
    // 16 over demands (4, 2, 10, 4), weights (2.5, 4, 0.5, 1): a unit of weight is 2, so the level
    // gives (5, 8, 1, 2); the first and second need only 4 and 2 and leave 10 to weight 1.5:
    // 6.667 a unit, so the fourth takes its 4 and the third gets the remaining 6.
    double[] shares =
        WaterFilling.shares(new double[] {4, 2, 10, 4}, new double[] {2.5, 4, 0.5, 1}, 16);
    assertThat(shares).usingComparatorWithPrecision(1e-12).containsExactly(4, 2, 6, 4);
  }

  @Test
  void shouldDivideEverythingByWeightWhenDemandsAreEndless() {
    double[] shares = WaterFilling.shares(new double[] {ALL, ALL}, new double[] {1, 3}, 8);
    assertThat(shares).containsExactly(2, 6);
  }

  @Test
  void shouldGiveNothingWhenThereIsNothing() {
    assertThat(equalWeights(0, 1, 2)).containsExactly(0, 0);
    assertThat(equalWeights(5, 0, 7)).containsExactly(0, 5);
    assertThat(WaterFilling.shares(new double[0], new double[0], 5)).isEmpty();
  }

  @Test
  void shouldRefuseWhenInputMakesNoSense() {
    assertThatIllegalArgumentException().isThrownBy(() -> equalWeights(Double.NaN, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> equalWeights(1, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WaterFilling.shares(new double[1], new double[1], 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WaterFilling.shares(new double[1], new double[2], 1));
  }

  @Test
  void shouldAgreeWithEnumerationWhenUnweighted() {
    Random random = new Random(1);
    for (int instance = 0; instance < 60; instance++) {
      // With up to four demands a level is a sum divided by 1 to 4: multiples of 12 keep it whole.
      int[] demands = random.ints(1 + random.nextInt(4), 0, 4).map(d -> d * 12).toArray();
      int[] weights = new int[demands.length];
      Arrays.fill(weights, 1);
      compare(demands, weights, 12 * random.nextInt(5));
    }
  }

  @Test
  void shouldAgreeWithEnumerationWhenWeighted() {
    Random random = new Random(2);
    for (int instance = 0; instance < 60; instance++) {
      // Sums of up to three weights of 1 or 2 are 1 to 6: multiples of 60 keep shares whole.
      int[] demands = random.ints(1 + random.nextInt(3), 0, 4).map(d -> d * 60).toArray();
      int[] weights = random.ints(demands.length, 1, 3).toArray();
      compare(demands, weights, 60 * random.nextInt(5));
    }
  }

  private static void compare(int[] demands, int[] weights, int capacity) {
    int total = Math.min(capacity, Arrays.stream(demands).sum());
    Best best = new Best(demands, weights);
    best.enumerate(0, total);
    double[] shares = WaterFilling.shares(doubles(demands), doubles(weights), capacity);
    assertThat(shares)
        .as("demands %s weights %s capacity %d", text(demands), text(weights), capacity)
        .usingComparatorWithPrecision(1e-9)
        .containsExactly(doubles(best.allocation));
    assertThat(Arrays.stream(shares).sum()).isCloseTo(total, within(1e-9));
  }

  /** The lexicographic max-min optimum over all whole-numbered allocations. */
  private static final class Best {
    private final int[] demands;
    private final int[] weights;
    private final int[] current;
    private double[] levels;
    private int[] allocation;

    Best(int[] demands, int[] weights) {
      this.demands = demands;
      this.weights = weights;
      this.current = new int[demands.length];
    }

    void enumerate(int i, int left) {
      if (i == demands.length - 1) {
        if (left <= demands[i]) {
          current[i] = left;
          consider();
        }
        return;
      }
      for (int x = 0; x <= Math.min(demands[i], left); x++) {
        current[i] = x;
        enumerate(i + 1, left - x);
      }
    }

    private void consider() {
      double[] sorted = new double[current.length];
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = (double) current[i] / weights[i];
      }
      Arrays.sort(sorted);
      if (levels == null || Arrays.compare(sorted, levels) > 0) {
        levels = sorted;
        allocation = current.clone();
      }
    }
  }

  private static double[] equalWeights(double capacity, double... demands) {
    double[] weights = new double[demands.length];
    Arrays.fill(weights, 1);
    return WaterFilling.shares(demands, weights, capacity);
  }

  private static double[] doubles(int[] values) {
    return Arrays.stream(values).asDoubleStream().toArray();
  }

  private static String text(int[] values) {
    return Arrays.toString(values);
  }
}
