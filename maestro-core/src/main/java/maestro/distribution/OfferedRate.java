package maestro.distribution;

/**
 * What one member offers, in requests a second: what it was served, and what its backlog grew by.
 *
 * <p>Under overload the served rates say nothing: all workers are busy, so all partitions look
 * equally heavy, and TCP soon holds the sender, so the backlog stops growing. What can still be
 * told apart is who is <em>saturated</em>, that is had a backlog at both ends of the interval. A
 * saturated member would take at least what any other saturated member gets, so that is what it
 * counts for; {@link DynamicPartition} passes it in.
 *
 * <p>One thread, the conductor.
 */
final class OfferedRate {
  private static final double SMOOTHING = 0.5;
  private static final double NS_PER_SECOND = 1e9;

  private long lastNs;
  private long lastServed;
  private long lastBacklogBytes;
  private boolean measured;
  private double servedRate;
  private double rate;
  private boolean saturated;

  /**
   * Takes a measurement.
   *
   * @param servedRequests served since the member joined
   * @param backlogBytes waiting now
   * @param requestBytes a request's usual size
   */
  void measure(long nowNs, long servedRequests, long backlogBytes, int requestBytes) {
    if (measured) {
      double seconds = Math.max(1, nowNs - lastNs) / NS_PER_SECOND;
      servedRate = (servedRequests - lastServed) / seconds;
      double grownRequests = (backlogBytes - lastBacklogBytes) / (double) requestBytes;
      double offered = Math.max(0, servedRate + grownRequests / seconds);
      rate += SMOOTHING * (offered - rate);
      saturated = backlogBytes > SATURATED_BYTES && lastBacklogBytes > SATURATED_BYTES;
    }
    measured = true;
    lastNs = nowNs;
    lastServed = servedRequests;
    lastBacklogBytes = backlogBytes;
  }

  /** Backlogs below this are what one burst leaves. */
  static final int SATURATED_BYTES = 16 * 1024;

  boolean isSaturated() {
    return saturated;
  }

  double servedRate() {
    return servedRate;
  }

  /**
   * The load to balance on, in requests a second.
   *
   * @param saturatedRate the largest rate that any saturated member is served at
   */
  double load(double saturatedRate) {
    return saturated ? Math.max(rate, saturatedRate) : rate;
  }
}
