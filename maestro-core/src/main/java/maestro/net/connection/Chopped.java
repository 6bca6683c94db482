package maestro.net.connection;

/** How {@link Connection#chop} ended. */
public enum Chopped {
  /** No whole message is left. */
  EMPTY,
  /** The limit of requests is reached. */
  LIMIT,
  /**
   * The batch has to be run first: it is full, or a message that is no request follows a request in
   * the batch.
   */
  RUN_FIRST,
  /** The stream is malformed: {@link Connection#closeReason} says how. */
  BROKEN
}
