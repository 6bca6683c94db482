package maestro.sequence.batch;

import java.nio.ByteBuffer;
import maestro.net.connection.Connection;
import maestro.net.socket.BufferPool;

/**
 * Gathers replies in the connections that this worker has claimed: one buffer for each. The worker
 * writes the buffer once, before it releases the claim.
 */
public final class ClaimedReplies implements ReplyGatherer {
  private final int worker;
  private final BufferPool pool;

  public ClaimedReplies(int worker, BufferPool pool) {
    this.worker = worker;
    this.pool = pool;
  }

  @Override
  public ByteBuffer room(Connection connection, int bytes) {
    return connection.replyRoom(bytes, pool);
  }

  @Override
  public boolean isGathering(Connection connection) {
    return connection.isClaimedBy(worker);
  }

  @Override
  public void flush() {} // the worker flushes each connection
}
