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
 * <p>Requests of one switch stand in the order it sent them. Owned by the worker; valid during one
 * call.
 */
public interface FlowBatch {
  /** How many requests the batch holds, consumed ones included. */
  int count();

  /** Moves to the next request that is not consumed; false when there is none. */
  boolean next();

  /** The request that {@link #next} moved to; the same object each time. */
  FlowRequest request();

  /**
   * Moves to the next request that is for many: its destination is a group address, or an earlier
   * stage has sent it out of several ports since it knew of no better one. Consumed ones are among
   * them. The others cost nothing, so a stage that is about broadcasts and unknown destinations
   * walks these and stands behind those that decide.
   *
   * @return false when there is none
   */
  default boolean nextForMany() {
    return false;
  }

  /** Goes back before the first request, for a second pass. */
  void rewind();
}
