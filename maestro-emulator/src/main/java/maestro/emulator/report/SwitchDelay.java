package maestro.emulator.report;

/**
 * Delay of one switch's requests in measured time, from their planned time to the answer, in
 * nanoseconds, exact to 1 %; NaN when no request was answered.
 */
public record SwitchDelay(double p50Ns, double p99Ns, double maxNs) {
  /** Nothing is known. */
  public static final SwitchDelay UNKNOWN = new SwitchDelay(Double.NaN, Double.NaN, Double.NaN);
}
