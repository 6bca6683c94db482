package maestro.emulator.fairness;

import java.util.Arrays;

/** Compares what each switch got with its fair share. */
public final class Fairness {
  /** An index that is nearer to 1 differs from it by the rounding errors of its sums alone. */
  private static final double ROUNDING_ERROR = 1e-10;

  private Fairness() {}

  /** (got − share) ÷ share; NaN where the share is 0. */
  public static double[] deviations(double[] got, double[] shares) {
    double[] deviations = new double[got.length];
    for (int i = 0; i < got.length; i++) {
      deviations[i] = shares[i] > 0 ? (got[i] - shares[i]) / shares[i] : Double.NaN;
    }
    return deviations;
  }

  /**
   * Jain's index (Jain, Chiu and Hawe, DEC-TR-301, 1984) on got ÷ share: (Σx)² ÷ (n Σx²). It is 1
   * when all get the same part of their share, and 1 ÷ n when one gets everything. What differs
   * from 1 by rounding errors alone is 1, so that no comparison sees them.
   *
   * @return NaN when no share is above 0, or no one got anything
   */
  public static double jain(double[] got, double[] shares) {
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (int i = 0; i < got.length; i++) {
      if (shares[i] > 0) {
        double x = got[i] / shares[i];
        sum += x;
        squares += x * x;
        count++;
      }
    }
    if (squares == 0) {
      return Double.NaN;
    }
    double index = sum * sum / (count * squares);
    return isLessThanOne(index) ? index : 1;
  }

  /** Whether an index is less than 1, by more than the rounding errors of its sums. */
  public static boolean isLessThanOne(double index) {
    return index < 1 - ROUNDING_ERROR;
  }

  /** The values that are numbers, ascending. */
  public static double[] sorted(double[] values) {
    return Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
  }

  /**
   * The percentile by nearest rank: the smallest value that at least this part of the values does
   * not exceed. It is always one of the values.
   *
   * @param sorted ascending
   * @param percentile 0 to 100
   * @return NaN when there are no values
   */
  public static double percentile(double[] sorted, double percentile) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    // Less by 1e-9: since 0.1 is not exact, 10 % of 10 values would be the second one.
    int rank = (int) Math.ceil(percentile / 100 * sorted.length - 1e-9);
    return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1];
  }
}
