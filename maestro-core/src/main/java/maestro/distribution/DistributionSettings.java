package maestro.distribution;

/**
 * What the strategies are told; each takes what concerns it.
 *
 * @param workers how many workers there are, 1 or more
 * @param readBytes bytes one read may take
 * @param quantumRequests fair-share: requests served in one visit, times the weight
 * @param queueCapacity shared-queue: how many members may wait
 * @param selectThreads shared-queue: how many threads read
 * @param repartitionIntervalNs dynamic-partition: how often the partition is looked at
 * @param repartitionTolerance dynamic-partition: the load imbalance below which nothing moves; 0.1
 *     is 10 %
 * @param maxMembers how many members there may be at once
 * @param parking how their threads wait
 */
public record DistributionSettings(
    int workers,
    int readBytes,
    int quantumRequests,
    int queueCapacity,
    int selectThreads,
    long repartitionIntervalNs,
    double repartitionTolerance,
    int maxMembers,
    Parking parking) {

  /** Settings of threads that park. */
  public DistributionSettings(
      int workers,
      int readBytes,
      int quantumRequests,
      int queueCapacity,
      int selectThreads,
      long repartitionIntervalNs,
      double repartitionTolerance,
      int maxMembers) {
    this(
        workers,
        readBytes,
        quantumRequests,
        queueCapacity,
        selectThreads,
        repartitionIntervalNs,
        repartitionTolerance,
        maxMembers,
        Parking.THREADS);
  }
}
