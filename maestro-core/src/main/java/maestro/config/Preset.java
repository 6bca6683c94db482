package maestro.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A design that others have measured, by the settings with which a strategy comes nearest to it.
 * The sizes and the batching are those of sections 3.3 and 4 of the Maestro paper; the time between
 * two repartitions, which the paper leaves open, is that of its source.
 */
public enum Preset implements Spelled {
  NONE,
  /** The four strategies of the Maestro paper. */
  PAPER,
  /** Beacon: a static partition, 64 KiB a read. */
  BEACON,
  /** NOX, branch destiny-fast: a static partition, 512 KiB a read. */
  NOX;

  private static final String READ_SIZE = "maestro.distribution.read-size";

  /**
   * The settings, by path.
   *
   * @return empty when the design has no such strategy
   */
  public Optional<Map<String, String>> settings(StrategyName strategy) {
    boolean isPartition = strategy == StrategyName.STATIC_PARTITION;
    return switch (this) {
      case NONE -> Optional.of(Map.of());
      case PAPER -> ofPaper(strategy);
      case BEACON -> isPartition ? Optional.of(Map.of(READ_SIZE, "64 KiB")) : Optional.empty();
      case NOX -> isPartition ? Optional.of(Map.of(READ_SIZE, "512 KiB")) : Optional.empty();
    };
  }

  /**
   * Whether several workers serve one switch at a time, as with {@code ordering = none}. A
   * partition keeps the order: one worker has the switch.
   */
  public boolean isUnordered(StrategyName strategy) {
    return this == PAPER
        && (strategy == StrategyName.SHARED_QUEUE || strategy == StrategyName.ROUND_ROBIN);
  }

  private static Optional<Map<String, String>> ofPaper(StrategyName strategy) {
    if (strategy == StrategyName.STATIC_PARTITION) {
      return BEACON.settings(strategy); // one read is one batch
    }
    if (strategy == StrategyName.FAIR_SHARE) {
      return Optional.empty();
    }
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(READ_SIZE, "2 KiB");
    settings.put("maestro.batching.policy", "adaptive");
    settings.put("maestro.batching.delay-upper-bound", "3 ms");
    settings.put("maestro.batching.whole-batches", "true");
    if (strategy == StrategyName.SHARED_QUEUE) {
      settings.put("maestro.distribution.chop", ChoppingThread.SELECT_THREAD.text());
    }
    if (strategy == StrategyName.DYNAMIC_PARTITION) {
      settings.put("maestro.distribution.repartition-interval", "10 s");
      settings.put("maestro.distribution.repartition-tolerance", "0");
    }
    return Optional.of(settings);
  }
}
