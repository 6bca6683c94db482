package maestro.simulate;

/**
 * The requests of one switch, as they arrive at the controller's socket. The times of successive
 * calls decrease by at most a step of one process.
 */
interface Source {
  /** Never. */
  long NEVER = Long.MAX_VALUE / 4;

  /** How many requests have arrived since the beginning. */
  long arrivedBy(long ns);

  /** How many requests did not arrive, since the socket was full when their time came. */
  default long refusedBy(long ns) {
    return 0;
  }

  /**
   * The arrival of the next request after those of {@link #arrivedBy}; {@link #NEVER} if unknown.
   */
  long nextNs();

  /**
   * Reports that requests were answered, in their order.
   *
   * @param ns the arrival of the answers at the switch
   */
  void answered(long count, long ns);
}
