package maestro.batching;

/**
 * An IBT of as many requests as {@value #ROUNDS} rounds over the waiting switches bring.
 *
 * <p>Each visit to a switch costs a read. Each switch in a batch costs one write, because the
 * answers of several visits leave together. With k visits to each switch in a batch, a request
 * costs r + w / k, but it waits for a batch that is k rounds long. So a batch should be larger than
 * a round, and each further round saves less. A larger batch within one round saves almost nothing;
 * there {@link AdaptiveBatching} finds no slope. The policy learns the length of a round from the
 * batches:
 *
 * <ol>
 *   <li>Start with an IBT of 10, which is also the lowest.
 *   <li>A full batch of n requests from v visits to s switches covers v / s rounds. So K rounds
 *       hold n K s / v requests, with K = 2.5. A batch without a second visit to any switch counts
 *       as one round, and K rounds hold K n requests.
 *   <li>A batch should take at most 0.4 of the delay bound, because a request also waits for the
 *       batch before its own. When few switches make short rounds, a batch may still take 0.05 of
 *       the bound. The smoothed time of a request converts these times to requests.
 *   <li>The IBT rises to the result at once, and falls to it by w = 0.2 of the difference.
 *   <li>When nothing is pending anywhere, run the batch as it is, and lower the IBT by a tenth: a
 *       worker that keeps up needs no large batches.
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

  /** The smoothed time of a request; 0 before the first full batch. */
  private double requestNs;

  /**
   * Makes the policy of one worker.
   *
   * @param bound the batching delay bound, shared by all workers
   * @param maxRequests the largest batch that a worker can hold, 10 or more
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
  public void onFullBatch(int requests, long elapsedNs, boolean pending) {
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
