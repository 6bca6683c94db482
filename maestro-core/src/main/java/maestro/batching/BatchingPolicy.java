package maestro.batching;

/**
 * Decides how many requests a worker gathers before it runs the sequence.
 *
 * <p>Threads: the worker's own.
 */
public interface BatchingPolicy {
  /**
   * The input batching threshold (IBT): the worker runs a batch of that many requests. At least 1.
   */
  int threshold();

  /**
   * Describes the batch of the next {@link #onFullBatch}.
   *
   * @param visits how many visits gathered it, 1 or more
   * @param switches how many different switches were visited, 1 or more
   */
  default void onGathered(int visits, int switches) {}

  /**
   * The worker ran a batch that reached the threshold, or that was cut at the end of its time.
   *
   * @param requests how many requests it held, 1 or more
   * @param elapsedNs from its first read to its last write
   * @param pending whether input was left behind: one of the worker's last visits, over so many
   *     that it has met all switches, read as much as it may
   */
  void onFullBatch(int requests, long elapsedNs, boolean pending);

  /**
   * The worker ran a batch before it was full, because nothing was pending anywhere. It is not
   * called when the batch was not full because other workers held the members that were ready.
   */
  void onNothingPending();
}
