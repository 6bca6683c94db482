package maestro.sequence;

import java.nio.ByteBuffer;
import maestro.net.BufferPool;
import maestro.net.Connection;

/**
 * Gathers replies to one connection at a time in a buffer of the worker's own: for sequences
 * without order, where several workers answer one switch. Requests of one switch stand together in
 * a batch, so that is still about one write a switch.
 */
final class OwnReplies implements Replies {
  private final BufferPool pool;

  /** Whom {@link #gathered} is for; null when there is none. */
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
