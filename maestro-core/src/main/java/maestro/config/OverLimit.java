package maestro.config;

/** What becomes of requests above the rate limit. */
public enum OverLimit implements Spelled {
  /** They are read and dropped. */
  DROP,
  /** They are not read before their time. */
  WAIT
}
