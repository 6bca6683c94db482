package maestro.bench.soak;

import java.util.Arrays;
import maestro.emulator.report.Rounds;

/**
 * Whether a series grows: the median of the slopes between all its points (the Theil–Sen estimator:
 * Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 1968). A few outliers
 * do not move it, as they would move a least-squares line.
 *
 * @param count points that were known
 * @param median of their values
 * @param perSecond the slope
 * @param seconds between the first and the last of them
 */
record Trend(int count, double median, double perSecond, double seconds) {
  private static final int LEAST_POINTS = 5;
  private static final int MOST_POINTS = 1_000;

  /**
   * Computes the trend of a series.
   *
   * @param atSeconds ascending
   * @param values of the same length; those that are NaN are left out
   */
  static Trend of(double[] atSeconds, double[] values) {
    double[] x = new double[values.length];
    double[] y = new double[values.length];
    int n = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        x[n] = atSeconds[i];
        y[n] = values[i];
        n++;
      }
    }
    if (n < LEAST_POINTS) {
      return new Trend(n, Double.NaN, Double.NaN, Double.NaN);
    }
    return new Trend(n, Rounds.median(Arrays.copyOf(y, n)), slope(x, y, n), x[n - 1] - x[0]);
  }

  private static double slope(double[] x, double[] y, int n) {
    int step = (n + MOST_POINTS - 1) / MOST_POINTS;
    int used = (n + step - 1) / step;
    double[] slopes = new double[used * (used - 1) / 2];
    int count = 0;
    for (int i = 0; i < n; i += step) {
      for (int k = i + step; k < n; k += step) {
        slopes[count++] = (y[k] - y[i]) / (x[k] - x[i]);
      }
    }
    return Rounds.median(Arrays.copyOf(slopes, count));
  }

  /** Whether there are enough points for a judgement. */
  boolean isKnown() {
    return count >= LEAST_POINTS;
  }

  /** By how much it grew along its line; below 0 when it fell. */
  double growth() {
    return perSecond * seconds;
  }

  /** The slope per hour. */
  double perHour() {
    return perSecond * 3_600;
  }

  /**
   * Whether it grew by more than may be chance.
   *
   * @param slack that much is chance
   * @param share or so large a part of its median
   */
  boolean grows(double slack, double share) {
    return growth() > Math.max(slack, share * median);
  }
}
