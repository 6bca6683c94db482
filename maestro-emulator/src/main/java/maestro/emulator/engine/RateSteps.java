package maestro.emulator.engine;

import java.util.Arrays;

/**
 * The rate of one switch over time: a step holds until the next begins, the last for ever.
 *
 * @param atNs starts of the steps from the start of measured time, ascending; the first also holds
 *     before
 * @param requestsPerSecond of each step, not negative
 * @param phase where in its interval the first request falls, 0 to 1, so that switches of one rate
 *     do not send together
 */
@SuppressWarnings("ArrayRecordComponent")
public record RateSteps(long[] atNs, double[] requestsPerSecond, double phase) {
  public RateSteps {
    if (atNs.length == 0 || atNs.length != requestsPerSecond.length) {
      throw new IllegalArgumentException("every step needs a time and a rate");
    }
  }

  /** One rate for the whole run. */
  public static RateSteps constant(double requestsPerSecond, double phase) {
    return new RateSteps(new long[] {0}, new double[] {requestsPerSecond}, phase);
  }

  /** The highest rate of any step, in requests a second. */
  double most() {
    return Arrays.stream(requestsPerSecond).max().orElse(0);
  }
}
