package maestro.config;

/** What happens to requests above the rate limit. */
public enum OverLimit implements Spelled {
  /** Excess requests are read and dropped. */
  DROP,
  /** Excess requests wait unread in the socket. */
  WAIT
}
