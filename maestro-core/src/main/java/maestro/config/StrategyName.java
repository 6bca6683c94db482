package maestro.config;

/** The workload distributions that can be configured, in the order they are listed to operators. */
public enum StrategyName implements Spelled {
  SHARED_QUEUE,
  STATIC_PARTITION,
  DYNAMIC_PARTITION,
  ROUND_ROBIN,
  FAIR_SHARE
}
