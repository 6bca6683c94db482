package maestro.batching;

/**
 * As many requests as some rounds over the switches bring.
 *
 * <p>A visit to a switch costs a read, and its first one in a batch a write, too: answers to what
 * several visits have read leave together. So a batch is worth being larger than a round, and every
 * further round saves less: with k visits to each switch a request costs r + w / k, while it waits
 * for a batch that is k rounds long. Within a round size gains next to nothing, which is where
 * {@link AdaptiveBatching} finds no slope. How long a round is, the batches themselves tell:
 *
 * <ol>
 *   <li>Begin with an IBT of 10, which is also the least.
 *   <li>A full batch of n requests from v visits to s switches has gone v / s rounds. So K rounds
 *       hold n K s / v requests, with K = 2.5. A batch that has not met a switch twice has gone
 *       less than a round, and the next one will be K times as large.
 *   <li>A batch should take at most 0.4 of the delay upper bound, since a request waits for the
 *       batch before its own, too. When a few switches make short rounds, it may take 0.05 of the
 *       bound all the same. How many requests that is, the smoothed time of a request tells.
 *   <li>The IBT moves to that by w = 0.2 when it is below the IBT, and at once when it is above.
 *   <li>When nothing is pending anywhere, the batch is run as it is, and the IBT becomes smaller by
 *       a tenth: what keeps up need not be large.
 * </ol>
 */
public final class RoundsBatching implements BatchingPolicy {
  static final int LEAST_REQUESTS = 10;
  static final double ROUNDS = 2.5;
  static final double MOST_OF_BOUND = 0.4;
  static final double LEAST_OF_BOUND = 0.05;
  static final double SMOOTHING = 0.2;
  static final double SMALLER_WHEN_DRAINED = 0.9;

  private final DelayBound bound;
  private final int maxRequests;
  private double threshold = LEAST_REQUESTS; // 1
  private double rounds = 1;

  /** Smoothed; 0 before the first full batch. */
  private double requestNs;

  /**
   * Makes the policy of one worker.
   *
   * @param bound the delay upper bound, shared by all workers
   * @param maxRequests the largest batch a worker can hold, 10 or more
   */
  public RoundsBatching(DelayBound bound, int maxRequests) {
    this.bound = bound;
    this.maxRequests = maxRequests;
  }

  @Override
  public int threshold() {
    return (int) threshold;
  }

  @Override
  public void onGathered(int visits, int switches) {
    rounds = (double) visits / switches;
  }

  @Override
  public void onFullBatch(int requests, long elapsedNs) {
    double enough = requests * ROUNDS / rounds; // 2
    double ns = (double) elapsedNs / requests;
    requestNs = requestNs == 0 ? ns : requestNs + SMOOTHING * (ns - requestNs);
    double inBound = bound.ns() / Math.max(1e-3, requestNs);
    double wanted =
        Math.max(LEAST_OF_BOUND * inBound, Math.min(MOST_OF_BOUND * inBound, enough)); // 3
    set(wanted > threshold ? wanted : threshold + SMOOTHING * (wanted - threshold)); // 4
  }

  @Override
  public void onNothingPending() { // 5
    set(SMALLER_WHEN_DRAINED * threshold);
  }

  private void set(double requests) {
    threshold = Math.max(LEAST_REQUESTS, Math.min(maxRequests, requests));
  }
}
