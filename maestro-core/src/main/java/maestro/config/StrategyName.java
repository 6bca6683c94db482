package maestro.config;

/** The workload distributions that can be configured, in the order in which messages list them. */
public enum StrategyName implements Spelled {
  SHARED_QUEUE,
  STATIC_PARTITION,
  DYNAMIC_PARTITION,
  ROUND_ROBIN,
  FAIR_SHARE
}
