package maestro.batching;

/** A constant threshold, as in Figure 9 of the Maestro paper. */
public final class FixedBatching implements BatchingPolicy {
  private final int threshold;

  /**
   * Makes the policy.
   *
   * @param threshold requests, 1 or more
   */
  public FixedBatching(int threshold) {
    this.threshold = threshold;
  }

  @Override
  public int threshold() {
    return threshold;
  }

  @Override
  public void onFullBatch(int requests, long elapsedNs, boolean pending) {}

  @Override
  public void onNothingPending() {}
}
