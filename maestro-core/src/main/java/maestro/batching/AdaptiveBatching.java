package maestro.batching;

import java.util.Arrays;

/**
 * The IBT adaptation algorithm of the Maestro paper, exactly as in Figure 4.
 *
 * <ol>
 *   <li>Start with trend = increasing and IBT = 10. The IBT is never below 10.
 *   <li>After a full batch of n requests that took time t: score S = n / t.
 *   <li>Smooth it for batches of this size: S<sub>n</sub> = (1 − w) S<sub>n</sub> + w S with w =
 *       0.2; the first time S<sub>n</sub> = S.
 *   <li>When S<sub>n</sub> is not better than the smoothed score S′ of the last full batch (0 at
 *       first), reverse the trend.
 *   <li>When t is above the delay bound, set the trend to decreasing.
 *   <li>Step the IBT by 10 along the trend.
 *   <li>When nothing is pending anywhere, run the batch as it is, set the trend to decreasing, and
 *       step the IBT down. When no read was full since the worker has met all switches, nothing was
 *       left pending, either, and a full batch sets the trend to decreasing.
 * </ol>
 *
 * <p>A batch holds whole reads, so n may be a little above the IBT; sizes are grouped by tens.
 * Unlike in the paper, the IBT has an upper limit: the largest batch that a worker can hold.
 */
public final class AdaptiveBatching implements BatchingPolicy {
  static final int STEP_REQUESTS = 10;
  static final double SMOOTHING = 0.2;

  private final DelayBound bound;
  private final int maxRequests;

  /** S<sub>n</sub> by n / 10; NaN before its first use. */
  private final double[] smoothedScores;

  private int threshold = STEP_REQUESTS; // 1
  private boolean increasing = true;
  private double lastScore;

  /**
   * Makes the policy of one worker.
   *
   * @param bound the batching delay bound, shared by all workers
   * @param maxRequests the largest batch that a worker can hold
   */
  public AdaptiveBatching(DelayBound bound, int maxRequests) {
    this.bound = bound;
    this.maxRequests = maxRequests;
    smoothedScores = new double[maxRequests / STEP_REQUESTS + 1];
    Arrays.fill(smoothedScores, Double.NaN);
  }

  @Override
  public int threshold() {
    return threshold;
  }

  @Override
  public void onFullBatch(int requests, long elapsedNs, boolean pending) {
    double score = requests / (double) Math.max(1, elapsedNs); // 2
    double smoothed = smooth(requests, score); // 3
    if (smoothed <= lastScore) { // 4
      increasing = !increasing;
    }
    lastScore = smoothed;
    if (elapsedNs > bound.ns() || !pending) { // 5, 7
      increasing = false;
    }
    step(); // 6
  }

  @Override
  public void onNothingPending() { // 7
    increasing = false;
    step();
  }

  private double smooth(int requests, double score) {
    int size = Math.min(requests / STEP_REQUESTS, smoothedScores.length - 1);
    double old = smoothedScores[size];
    double smoothed = Double.isNaN(old) ? score : (1 - SMOOTHING) * old + SMOOTHING * score;
    smoothedScores[size] = smoothed;
    return smoothed;
  }

  private void step() {
    int next = threshold + (increasing ? STEP_REQUESTS : -STEP_REQUESTS);
    threshold = Math.max(STEP_REQUESTS, Math.min(maxRequests, next));
  }
}
