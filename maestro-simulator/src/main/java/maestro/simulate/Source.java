package maestro.simulate;

/**
 * The requests of one switch, as they arrive at the controller's socket. Times that are asked for
 * do not decrease by more than a step of one process.
 */
interface Source {
  /** Never. */
  long NEVER = Long.MAX_VALUE / 4;

  /** How many requests have arrived since the beginning. */
  long arrivedBy(long ns);

  /** When the next one after those of {@link #arrivedBy} arrives; {@link #NEVER} if unknown. */
  long nextNs();

  /**
   * Requests were answered, in their order.
   *
   * @param ns when the answers arrive at the switch
   */
  void answered(long count, long ns);
}
