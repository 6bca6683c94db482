package maestro.bench.dataplane;

import java.util.Arrays;
import java.util.Locale;

/**
 * The values of all rounds.
 *
 * @param median of an even count the mean of the two in the middle; NaN without a value
 */
public record Spread(double median, double lowest, double highest) {
  /** Of these values; unknown ones do not count. */
  static Spread of(double... values) {
    double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    int n = sorted.length;
    if (n == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN);
    }
    return new Spread((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
  }

  /** {@code 21.4 ± 2 %}: the median in some unit, and how far the farther end is from it. */
  public String text(double unit) {
    if (Double.isNaN(median)) {
      return "–";
    }
    double off = Math.max(highest - median, median - lowest) / median;
    double value = median / unit;
    return String.format(Locale.ROOT, value < 9.95 ? "%.2f" : "%.1f", value)
        + String.format(Locale.ROOT, " ± %.0f %%", 100 * off);
  }

  /** {@code 0.93 (0.91–0.95)}. */
  public String range() {
    return Double.isNaN(median)
        ? "–"
        : String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", median, lowest, highest);
  }
}
