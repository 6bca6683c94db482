package maestro.distribution;

import java.util.function.LongSupplier;

/**
 * The settings of the strategies; each uses those that concern it.
 *
 * @param workers how many workers there are, 1 or more
 * @param readBytes how many bytes one read may take
 * @param quantumRequests fair-share: requests served in a round, times the weight
 * @param queueCapacity shared-queue: how many members may wait
 * @param selectThreads shared-queue: how many threads read
 * @param repartitionIntervalNs dynamic-partition: the time between two checks of the partition
 * @param repartitionTolerance dynamic-partition: the load imbalance below which nothing moves; 0.1
 *     is 10 %
 * @param maxMembers how many members there may be at once
 * @param lightVisitsPart fair-share: the part of a worker's time that visits to light members may
 *     cost beyond their requests, see {@link VisitBudget}; 0.1 is a tenth
 * @param delayBoundNs fair-share: the batching delay bound
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
    double lightVisitsPart,
    LongSupplier delayBoundNs,
    Parking parking) {
  private static final double LIGHT_VISITS_PART = 0.1;
  private static final long DELAY_BOUND_NS = 3_000_000;

  /** Settings for real threads, which park; with the default budget and delay bound. */
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
        LIGHT_VISITS_PART,
        () -> DELAY_BOUND_NS,
        Parking.THREADS);
  }

  /** The same for threads that wait in another way. */
  DistributionSettings with(Parking otherParking) {
    return new DistributionSettings(
        workers,
        readBytes,
        quantumRequests,
        queueCapacity,
        selectThreads,
        repartitionIntervalNs,
        repartitionTolerance,
        maxMembers,
        lightVisitsPart,
        delayBoundNs,
        otherParking);
  }
}
