package maestro.sequence;

import java.nio.ByteBuffer;
import maestro.net.BufferPool;
import maestro.net.Connection;

/**
 * Gathers replies with the connections, which this worker has claimed: one buffer for each, written
 * once, by the worker when it lets go of the claim.
 */
final class ClaimedReplies implements Replies {
  private final int worker;
  private final BufferPool pool;

  ClaimedReplies(int worker, BufferPool pool) {
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
  public void flush() {} // the worker does, connection by connection
}
