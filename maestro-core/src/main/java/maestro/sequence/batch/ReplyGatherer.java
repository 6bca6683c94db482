package maestro.sequence.batch;

import java.nio.ByteBuffer;
import maestro.net.connection.Connection;

/** Gathers a worker's messages to switches until the end of the batch. For the worker's thread. */
public interface ReplyGatherer {
  /**
   * Gets room for a message to a switch. The caller writes at the buffer's position and moves the
   * position.
   *
   * @param bytes the room needed, at most a whole buffer
   */
  ByteBuffer room(Connection connection, int bytes);

  /**
   * Whether messages to this switch are gathered here, so that a further message must follow them.
   */
  boolean isGathering(Connection connection);

  /** Writes the gathered messages at the end of the batch, unless the worker does. */
  void flush();
}
