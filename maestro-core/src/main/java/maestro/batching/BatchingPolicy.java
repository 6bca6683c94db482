package maestro.batching;

/**
 * Says how many requests a worker gathers before it runs the application sequence.
 *
 * <p>Threads: the worker's own.
 */
public interface BatchingPolicy {
  /** The input batching threshold: a batch of so many requests is run. At least 1. */
  int threshold();

  /**
   * What the batch was gathered from that {@link #onFullBatch} tells of next.
   *
   * @param visits how many, 1 or more
   * @param switches how many different ones were visited, 1 or more
   */
  default void onGathered(int visits, int switches) {}

  /**
   * A batch that reached the threshold has been run, or one that was cut since its time was up.
   *
   * @param requests how many it held, 1 or more
   * @param elapsedNs from its first read to its last write
   */
  void onFullBatch(int requests, long elapsedNs);

  /** A batch was run before it was full, since nothing was pending anywhere. */
  void onNothingPending();
}
