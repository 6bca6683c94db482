package maestro.emulator.difference;

import maestro.emulator.metrics.Interval;
import maestro.emulator.metrics.Metric;
import maestro.emulator.report.Rounds;

/**
 * One metric of one controller in two files.
 *
 * @param metric which one
 * @param a of the first file
 * @param b of the second
 */
public record MetricDifference(Metric metric, Interval a, Interval b) {
  static MetricDifference of(Metric metric, Rounds a, Rounds b) {
    return new MetricDifference(metric, Interval.of(metric, a), Interval.of(metric, b));
  }

  /** Median of B ÷ median of A; NaN when that means nothing. */
  double ratio() {
    boolean means = metric.better() != Metric.Better.NEARER && a.isKnown() && b.isKnown();
    return means && a.median() != 0 ? b.median() / a.median() : Double.NaN;
  }

  /** What the rounds say. */
  public Finding finding() {
    boolean cutShort = metric.faults() && (a.atLeast() || b.atLeast());
    if (!a.isKnown() || !b.isKnown() || cutShort) {
      return Finding.UNKNOWN;
    }
    boolean same = a.count() == 1 && b.count() == 1 && a.median() == b.median();
    if (a.count() < 2 || b.count() < 2) {
      return same && metric.faults() ? Finding.NONE : Finding.ONE_ROUND;
    }
    if (a.overlaps(b)) {
      return Finding.NONE;
    }
    boolean better =
        switch (metric.better()) {
          case HIGHER -> b.lowest() > a.highest();
          case LOWER -> b.highest() < a.lowest();
          case NEARER -> Math.abs(b.median()) < Math.abs(a.median());
        };
    return better ? Finding.BETTER : Finding.WORSE;
  }
}
