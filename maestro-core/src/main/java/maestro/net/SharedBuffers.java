package maestro.net;

import java.nio.ByteBuffer;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/** Direct buffers of one size that no thread is using. Any thread; lock-free. */
public final class SharedBuffers {
  private static final int MAX_POOLED = 4096;

  private final MpmcAtomicArrayQueue<ByteBuffer> free = new MpmcAtomicArrayQueue<>(MAX_POOLED);
  private final int bufferBytes;

  /**
   * Makes an empty pool.
   *
   * @param bufferBytes size of each buffer; at least the longest OpenFlow message
   */
  public SharedBuffers(int bufferBytes) {
    this.bufferBytes = bufferBytes;
  }

  /** A cleared buffer, the caller's until it is given back. Allocates when none is free. */
  ByteBuffer take() {
    ByteBuffer buffer = free.poll();
    return buffer != null ? buffer : ByteBuffer.allocateDirect(bufferBytes);
  }

  /** Takes a buffer back; when enough are pooled the garbage collector gets it. */
  void give(ByteBuffer buffer) {
    buffer.clear();
    free.offer(buffer);
  }
}
