package maestro.sequence.batch;

import java.nio.ByteBuffer;
import maestro.net.connection.Connection;
import maestro.net.socket.BufferPool;
import org.jspecify.annotations.Nullable;

/**
 * Gathers replies to one connection at a time in the worker's own buffer, for sequences with {@code
 * ordering = none}, where several workers answer one switch. Requests of one switch are adjacent in
 * a batch, so there is still about one write a switch.
 */
public final class OwnReplies implements ReplyGatherer {
  private final BufferPool pool;

  /** The receiver of {@link #gathered}; both are null when there is none. */
  private @Nullable Connection connection;

  private @Nullable ByteBuffer gathered;

  public OwnReplies(BufferPool pool) {
    this.pool = pool;
  }

  @Override
  public ByteBuffer room(Connection to, int bytes) {
    ByteBuffer open = gathered;
    if (open == null || connection != to || open.remaining() < bytes) {
      flush();
      open = pool.take();
      connection = to;
      gathered = open;
    }
    return open;
  }

  @Override
  public boolean isGathering(Connection to) {
    return connection == to;
  }

  @Override
  public void flush() {
    if (connection != null && gathered != null) {
      gathered.flip();
      connection.output().write(gathered);
      pool.give(gathered);
      connection = null;
      gathered = null;
    }
  }
}
