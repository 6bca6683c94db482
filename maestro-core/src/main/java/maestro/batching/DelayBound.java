package maestro.batching;

/**
 * The batching delay bound of all workers. One volatile field, read once a batch, so an operator
 * can change it while the controller runs.
 */
public final class DelayBound {
  private volatile long boundNs;

  /**
   * Sets the first bound.
   *
   * @param boundNs in nanoseconds, 1 or more
   */
  public DelayBound(long boundNs) {
    set(boundNs);
  }

  /** The bound in nanoseconds. */
  public long ns() {
    return boundNs;
  }

  /**
   * Changes the bound. Any thread.
   *
   * @throws IllegalArgumentException unless it is 1 or more
   */
  public void set(long newBoundNs) {
    if (newBoundNs < 1) {
      throw new IllegalArgumentException("delay upper bound of " + newBoundNs + " ns");
    }
    boundNs = newBoundNs;
  }
}
