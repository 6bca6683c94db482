package maestro.emulator.report;

/**
 * Delay, end to end, in nanoseconds; NaN when there is none.
 *
 * <p>A lost request counts with the time until the end of the run. It would have taken longer, so
 * numbers that depend on it are lower bounds.
 *
 * @param count of answered requests
 * @param lost requests without an answer
 * @param atLeastFromNs values from here on are lower bounds; NaN when nothing was lost
 */
public record DelaySummary(
    double meanNs,
    double p50Ns,
    double p99Ns,
    double maxNs,
    long count,
    long lost,
    double atLeastFromNs) {
  /** Nothing was measured. */
  public static final DelaySummary UNKNOWN =
      new DelaySummary(Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);

  /** Of requests that were all answered. */
  public DelaySummary(double meanNs, double p50Ns, double p99Ns, double maxNs, long count) {
    this(meanNs, p50Ns, p99Ns, maxNs, count, 0, Double.NaN);
  }

  /** Whether the mean is a lower bound. */
  public boolean meanAtLeast() {
    return lost > 0;
  }

  /** Whether a percentile, or the maximum, is a lower bound. */
  public boolean isAtLeast(double valueNs) {
    return lost > 0 && valueNs >= atLeastFromNs;
  }
}
