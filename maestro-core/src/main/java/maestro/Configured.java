package maestro;

import java.util.function.IntFunction;
import maestro.batching.AdaptiveBatching;
import maestro.batching.BatchingPolicy;
import maestro.batching.DelayBound;
import maestro.batching.FixedBatching;
import maestro.batching.RoundsBatching;
import maestro.config.ChoppingThread;
import maestro.config.MaestroConfig;
import maestro.config.StrategyName;
import maestro.distribution.Distribution;
import maestro.distribution.DistributionSettings;
import maestro.distribution.DynamicPartition;
import maestro.distribution.FairShare;
import maestro.distribution.Parking;
import maestro.distribution.Readiness;
import maestro.distribution.RoundRobin;
import maestro.distribution.SharedQueue;
import maestro.distribution.StaticPartition;

/**
 * Makes the strategy and the batching policy of a configuration, for {@link Maestro} and for the
 * simulator, which runs them in virtual time. Stateless.
 */
public final class Configured {
  private Configured() {}

  /**
   * Makes the strategy.
   *
   * @param bound the delay bound, which may change while the strategy runs
   * @param parking how the strategy's threads wait
   * @param readiness makes the given number of selectors; called once
   */
  public static Distribution distribution(
      MaestroConfig config, DelayBound bound, Parking parking, IntFunction<Readiness[]> readiness) {
    MaestroConfig.Distribution d = config.distribution();
    int workers = d.workerCount();
    DistributionSettings settings =
        new DistributionSettings(
            workers,
            d.readSizeBytes(),
            d.quantumRequests(),
            d.queueCapacity(),
            d.selectThreadCount(),
            d.repartitionIntervalNs(),
            d.repartitionTolerance(),
            config.connection().maxSwitches() + 1, // the probing switch
            d.lightVisitsPart(),
            bound::ns,
            parking);
    return switch (d.strategy()) {
      case SHARED_QUEUE ->
          new SharedQueue(
              settings,
              readiness.apply(d.selectThreadCount()),
              d.chop() == ChoppingThread.SELECT_THREAD);
      case STATIC_PARTITION -> new StaticPartition(settings, readiness.apply(workers));
      case DYNAMIC_PARTITION -> new DynamicPartition(settings, readiness.apply(workers));
      case ROUND_ROBIN -> new RoundRobin(settings, readiness.apply(1)[0]);
      case FAIR_SHARE -> new FairShare(settings, readiness.apply(workers));
    };
  }

  /** Whether the strategy ends a batch with each visit, whatever its size. */
  public static boolean batchesPerVisit(StrategyName strategy) {
    return strategy == StrategyName.STATIC_PARTITION || strategy == StrategyName.FAIR_SHARE;
  }

  /** How long a worker gathers a batch at most. */
  public static DelayBound gathering(MaestroConfig.Batching batching, DelayBound bound) {
    return batching.wholeBatches() ? new DelayBound(Long.MAX_VALUE) : bound;
  }

  /**
   * Makes the batching policy of one worker.
   *
   * @param maxRequests the largest batch that the worker can hold
   */
  public static BatchingPolicy policy(
      MaestroConfig.Batching batching, DelayBound bound, int maxRequests) {
    return switch (batching.policy()) {
      case ADAPTIVE -> new AdaptiveBatching(bound, maxRequests);
      case ROUNDS -> new RoundsBatching(bound, maxRequests);
      case FIXED -> new FixedBatching(batching.thresholdRequests());
    };
  }
}
