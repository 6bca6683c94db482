package maestro.emulator.report;

/**
 * How one switch fared within a run; NaN where that is unknown.
 *
 * @param worstWindowDeviation (got − share) ÷ share in the window in which it deviates most. A
 *     window is as many times 100 ms as the share of the switch needs to reach 20 requests
 * @param worstWindowSeconds length of that window
 * @param longestPauseNs longest time in which it had requests out and got no answer
 * @param longestPlannedGapNs longest time between two of its planned requests; NaN without a plan
 */
public record OverTime(
    double worstWindowDeviation,
    double worstWindowSeconds,
    double longestPauseNs,
    double longestPlannedGapNs) {
  /** Nothing is known. */
  static final OverTime UNKNOWN = new OverTime(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}
