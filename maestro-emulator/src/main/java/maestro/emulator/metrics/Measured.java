package maestro.emulator.metrics;

/**
 * What a run, or the rounds of one, say about a metric.
 *
 * @param value in the base unit of the metric's quantity; NaN when it was not measured
 * @param atLeast whether the true value may be any larger one
 */
public record Measured(double value, boolean atLeast) {
  /** It was not measured. */
  static final Measured UNKNOWN = exactly(Double.NaN);

  /** An exact value, or NaN. */
  public static Measured exactly(double value) {
    return new Measured(value, false);
  }

  /** What to compare with a limit: nobody knows that the true value is below one. */
  public double worst() {
    return atLeast ? Double.POSITIVE_INFINITY : value;
  }

  /** Whether there is a value. */
  public boolean isKnown() {
    return !Double.isNaN(value);
  }

  /** For people, with unit. */
  public String text(Quantity quantity) {
    return (atLeast ? "at least " : "") + quantity.text(value);
  }
}
