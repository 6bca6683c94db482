package maestro.emulator.engine.plan;

import maestro.emulator.scenario.Unsent;

/**
 * What one switch sends over time: a step holds until the next begins, the last for ever. Or the
 * times of a file.
 *
 * @param atNs starts of the steps from the start of measured time, ascending; the first also holds
 *     before
 * @param requestsPerSecond of each step, not negative
 * @param phase where in its interval the first of evenly spaced requests falls, 0 to 1, so that
 *     switches of one rate do not send together
 * @param law how requests are spaced
 * @param listedNs times from the start of measured time, ascending, instead of all components
 *     before; null when those decide
 * @param unsent what becomes of requests that a full socket keeps from leaving
 */
@SuppressWarnings("ArrayRecordComponent")
public record RateSteps(
    long[] atNs,
    double[] requestsPerSecond,
    double phase,
    ArrivalLaw law,
    long[] listedNs,
    Unsent unsent) {
  public RateSteps {
    if (atNs.length == 0 || atNs.length != requestsPerSecond.length) {
      throw new IllegalArgumentException("every step needs a time and a rate");
    }
  }

  /** Steps of a plan that is made up for. */
  public RateSteps(
      long[] atNs, double[] requestsPerSecond, double phase, ArrivalLaw law, long[] listedNs) {
    this(atNs, requestsPerSecond, phase, law, listedNs, Unsent.MADE_UP);
  }

  /** The same, with requests that a full socket keeps from leaving treated so. */
  RateSteps with(Unsent other) {
    return new RateSteps(atNs, requestsPerSecond, phase, law, listedNs, other);
  }

  /** Steps with evenly spaced requests. */
  public static RateSteps even(long[] atNs, double[] requestsPerSecond, double phase) {
    return new RateSteps(atNs, requestsPerSecond, phase, ArrivalLaw.EVEN, null);
  }

  /** One rate for the whole run, evenly spaced. */
  public static RateSteps constant(double requestsPerSecond, double phase) {
    return even(new long[] {0}, new double[] {requestsPerSecond}, phase);
  }

  /** Times of a file, from the start of measured time, ascending. */
  public static RateSteps listed(long[] timesNs) {
    return new RateSteps(new long[] {0}, new double[] {0}, 0, ArrivalLaw.EVEN, timesNs);
  }

  /** Whether a request whose time comes while the socket is full is refused. */
  public boolean dropsUnsent() {
    return unsent == Unsent.DROPPED;
  }

  /** The highest rate; the mean one of listed times. */
  public double mostPerSecond() {
    if (listedNs != null) {
      long spanNs = listedNs.length == 0 ? 0 : listedNs[listedNs.length - 1];
      return listedNs.length * 1e9 / Math.max(1, spanNs);
    }
    double most = 0;
    for (double each : requestsPerSecond) {
      most = Math.max(most, each);
    }
    return most;
  }

  /**
   * The times of the run.
   *
   * @param originNs start of measured time
   * @param startNs start of sending
   */
  public PlannedTimes times(long originNs, long startNs) {
    return listedNs == null
        ? new SteppedTimes(this, originNs, startNs)
        : new ListedTimes(listedNs, originNs, startNs);
  }
}
