package maestro.emulator.soak;

import java.util.Arrays;

/**
 * Whether a series grows: the median of the slopes between all its points (the Theil–Sen estimator:
 * Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 1968). A few looks at
 * a bad moment do not move it, as they would a least-squares line.
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
   * Of a series.
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
    double[] sorted = Arrays.copyOf(y, n);
    return new Trend(n, median(sorted), slope(x, y, n), x[n - 1] - x[0]);
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
    return median(Arrays.copyOf(slopes, count));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  /** Whether enough is known to say anything. */
  boolean isKnown() {
    return count >= LEAST_POINTS;
  }

  /** By how much it grew along its line; below 0 when it fell. */
  double growth() {
    return perSecond * seconds;
  }

  /** The slope, an hour. */
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
