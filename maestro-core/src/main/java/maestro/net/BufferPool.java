package maestro.net;

import java.nio.ByteBuffer;

/**
 * One thread's buffers. It reuses the last few it gave back first, since they are still in its
 * cache; the rest is in {@link SharedBuffers}. The owner's thread only.
 */
public final class BufferPool {
  private static final int OWN = 8;

  private final SharedBuffers shared;
  private final ByteBuffer[] own = new ByteBuffer[OWN];
  private int count;

  /** Makes a pool for one thread. */
  public BufferPool(SharedBuffers shared) {
    this.shared = shared;
  }

  /** A cleared buffer, the caller's until it is given back. */
  public ByteBuffer take() {
    return count > 0 ? own[--count] : shared.take();
  }

  /** Takes a buffer back. */
  public void give(ByteBuffer buffer) {
    if (count < OWN) {
      buffer.clear();
      own[count++] = buffer;
    } else {
      shared.give(buffer);
    }
  }
}
