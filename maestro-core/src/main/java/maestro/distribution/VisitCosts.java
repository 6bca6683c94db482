package maestro.distribution;

/**
 * What a visit costs beyond its requests, and what a request costs in it, found by linear
 * regression over the last visits that were not full.
 *
 * <p>A request may cost more there than in a full visit: a switch that asks for little sends each
 * one in a segment of its own. So the mean time of a request does not tell the two apart, and
 * visits with more requests would seem to cost more beyond them.
 *
 * <p>The means, the variance and the covariance forget with the weight 1/{@value #MEMORY_VISITS} a
 * visit (exponentially weighted least squares).
 *
 * <p>Threads: one worker's own.
 */
final class VisitCosts {
  private static final int MEMORY_VISITS = 1024;

  /** A time counts as at most so many times what was expected, and a little more. */
  private static final int MOST_TIMES = 4;

  private static final double LITTLE_NS = 1_000;

  private int visits;
  private double meanRequests;
  private double meanNs;
  private double variance;
  private double covariance;

  /**
   * Counts a visit.
   *
   * @param leastNs what a request costs at least
   */
  void add(int requests, double costNs, double leastNs) {
    double expectedNs =
        Math.max(requests * leastNs, meanNs + requestNs(leastNs) * (requests - meanRequests));
    double ns = visits == 0 ? costNs : likely(costNs, expectedNs);
    visits = Math.min(MEMORY_VISITS, visits + 1);
    double weight = 1.0 / visits;
    double requestsOff = requests - meanRequests;
    double nsOff = ns - meanNs;
    meanRequests += weight * requestsOff;
    meanNs += weight * nsOff;
    variance += weight * ((1 - weight) * requestsOff * requestsOff - variance);
    covariance += weight * ((1 - weight) * requestsOff * nsOff - covariance);
  }

  /**
   * What a request costs in such a visit; not less than in a full one.
   *
   * @param leastNs what it costs in a full visit
   */
  double requestNs(double leastNs) {
    return variance > 1
        ? Math.max(leastNs, Math.min(MOST_TIMES * leastNs, covariance / variance))
        : leastNs;
  }

  /** What such a visit costs beyond its requests. */
  double beyondNs(double leastNs) {
    return Math.max(0, meanNs - requestNs(leastNs) * meanRequests);
  }

  /** A time, less what is due to a thread that lost its core. */
  static double likely(double ns, double expectedNs) {
    return Math.min(ns, MOST_TIMES * expectedNs + LITTLE_NS);
  }
}
