package maestro.sequence;

import java.nio.ByteBuffer;
import maestro.net.BufferPool;
import maestro.net.Connection;

/**
 * Gathers replies to one connection at a time in the worker's own buffer, for sequences with {@code
 * ordering = none}, where several workers answer one switch. Requests of one switch are adjacent in
 * a batch, so there is still about one write a switch.
 */
final class OwnReplies implements Replies {
  private final BufferPool pool;

  /** The receiver of {@link #gathered}; null when there is none. */
  private Connection connection;

  private ByteBuffer gathered;

  OwnReplies(BufferPool pool) {
    this.pool = pool;
  }

  @Override
  public ByteBuffer room(Connection to, int bytes) {
    if (connection != to || gathered.remaining() < bytes) {
      flush();
      connection = to;
      gathered = pool.take();
    }
    return gathered;
  }

  @Override
  public boolean isGathering(Connection to) {
    return connection == to;
  }

  @Override
  public void flush() {
    if (connection != null) {
      gathered.flip();
      if (connection.write(gathered)) {
        pool.give(gathered);
      }
      connection = null;
      gathered = null;
    }
  }
}
