package maestro.sequence;

import java.nio.ByteBuffer;
import maestro.net.Connection;

/** Where a worker gathers what it sends to a switch until the batch is over. For its thread. */
interface Replies {
  /**
   * Room for a message to the switch whose request is handled; the caller writes at the buffer's
   * position and moves it.
   *
   * @param bytes how much, at most a whole buffer
   */
  ByteBuffer room(Connection connection, int bytes);

  /** Whether messages to this switch are gathered here, so that another one belongs behind them. */
  boolean isGathering(Connection connection);

  /** The batch is over. */
  void flush();
}
