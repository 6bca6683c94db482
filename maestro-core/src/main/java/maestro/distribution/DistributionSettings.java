package maestro.distribution;

/**
 * The settings of the strategies; each uses those that concern it.
 *
 * @param workers how many workers there are, 1 or more
 * @param readBytes how many bytes one read may take
 * @param quantumRequests fair-share: requests served in one visit, times the weight
 * @param queueCapacity shared-queue: how many members may wait
 * @param selectThreads shared-queue: how many threads read
 * @param repartitionIntervalNs dynamic-partition: the time between two checks of the partition
 * @param repartitionTolerance dynamic-partition: the load imbalance below which nothing moves; 0.1
 *     is 10 %
 * @param maxMembers how many members there may be at once
 * @param parking how the strategies' threads wait
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

  /** Settings for real threads, which park. */
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
