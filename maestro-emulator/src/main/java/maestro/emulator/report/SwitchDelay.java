package maestro.emulator.report;

/**
 * Delay of one switch's requests in measured time, from their planned time to the answer, in
 * nanoseconds, exact to 1 %; NaN when there was no request.
 *
 * <p>A request without an answer counts with the time for which it waited. It would have taken
 * longer, so numbers that depend on it are lower bounds.
 *
 * @param atLeastFromNs values from here on are lower bounds; NaN when every request was answered
 */
public record SwitchDelay(double p50Ns, double p99Ns, double maxNs, double atLeastFromNs) {
  /** Nothing is known. */
  public static final SwitchDelay UNKNOWN = new SwitchDelay(Double.NaN, Double.NaN, Double.NaN);

  /** Of requests that were all answered. */
  public SwitchDelay(double p50Ns, double p99Ns, double maxNs) {
    this(p50Ns, p99Ns, maxNs, Double.NaN);
  }

  /** Whether a percentile, or the maximum, is a lower bound. */
  public boolean isAtLeast(double valueNs) {
    return valueNs >= atLeastFromNs;
  }
}
