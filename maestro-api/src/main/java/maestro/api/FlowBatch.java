package maestro.api;

/**
 * A batch of flow requests, walked with one reused flyweight:
 *
 * <pre>{@code
 * while (batch.next()) {
 *   FlowRequest request = batch.request();
 *   ...
 * }
 * }</pre>
 *
 * <p>Requests of one switch are in the order in which the switch sent them. Owned by the worker;
 * valid during one call.
 */
public interface FlowBatch {
  /** How many requests the batch holds, with those that are consumed or of other sequences. */
  int count();

  /** Moves to the next request that is not consumed; false when there is none. */
  boolean next();

  /** The request that {@link #next} moved to; the same object each time. */
  FlowRequest request();

  /**
   * Moves to the next request of a multi-destination packet: its destination is a group address, or
   * an earlier stage has sent it out of several ports. Consumed requests are among them. Other
   * requests cost no time. A stage for broadcasts and unknown destinations uses this method and
   * comes after the stages that forward. Since API level 4.
   *
   * @return false when there is none
   */
  default boolean nextMultiDestination() {
    return false;
  }

  /**
   * The name of {@link #nextMultiDestination} before API level 4.
   *
   * @deprecated use {@link #nextMultiDestination}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  default boolean nextForMany() {
    return nextMultiDestination();
  }

  /** Goes back before the first request, for a second pass. */
  void rewind();
}
