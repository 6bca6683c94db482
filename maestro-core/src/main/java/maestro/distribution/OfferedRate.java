package maestro.distribution;

/**
 * The load that one member offers, in requests a second: its served requests and the growth of its
 * backlog.
 *
 * <p>Under overload the served rates show nothing: all workers are busy, so all partitions seem
 * equally heavy. TCP soon stops the sender, so the backlog stops growing. But it is still visible
 * which members are <em>saturated</em>: those with a backlog at both ends of the interval. A
 * saturated member would take at least the highest rate at which any saturated member is served, so
 * it counts with that rate; {@link DynamicPartition} passes the rate in.
 *
 * <p>Threads: the conductor.
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
   * @param servedRequests requests served since the member joined
   * @param backlogBytes bytes that wait now
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

  /** One burst can leave a backlog up to this size. */
  static final int SATURATED_BYTES = 16 * 1024;

  boolean isSaturated() {
    return saturated;
  }

  double servedRate() {
    return servedRate;
  }

  /**
   * The load to balance, in requests a second.
   *
   * @param saturatedRate the highest rate at which any saturated member is served
   */
  double load(double saturatedRate) {
    return saturated ? Math.max(rate, saturatedRate) : rate;
  }
}
