package maestro.net.socket;

import java.nio.ByteBuffer;

/**
 * One thread's buffers. It reuses the last few it gave back first, since they are still in its
 * cache; the rest is in {@link SharedBuffers}. The owner's thread only.
 *
 * <p>The owner asks {@link #hasRoom} before it begins more work, and ends what it has begun when
 * there is none. So {@link #take} always succeeds.
 */
public final class BufferPool {
  /** The buffers of one visit: input, what follows a detached input, and replies. */
  public static final int BUFFERS_PER_VISIT = 3;

  private static final int OWN = 8;

  private final SharedBuffers shared;
  private final int mostTaken;
  private final ByteBuffer[] own = new ByteBuffer[OWN];
  private int count;
  private int taken;

  /** Makes a pool without a bound for one thread. */
  public BufferPool(SharedBuffers shared) {
    this(shared, Integer.MAX_VALUE);
  }

  /**
   * Makes a pool for one thread.
   *
   * @param mostTaken the buffers that its work may take at once; at least {@link
   *     #BUFFERS_PER_VISIT}
   */
  public BufferPool(SharedBuffers shared, int mostTaken) {
    this.shared = shared;
    this.mostTaken = mostTaken;
  }

  /**
   * Whether there are buffers for one more visit.
   *
   * @param due the buffers that the work in hand will still take
   */
  public boolean hasRoom(int due) {
    return taken + due <= mostTaken - BUFFERS_PER_VISIT;
  }

  /** A cleared buffer, the caller's until it is given back. */
  public ByteBuffer take() {
    taken++;
    return count > 0 ? own[--count] : shared.take();
  }

  /** Takes a buffer back. */
  public void give(ByteBuffer buffer) {
    taken--;
    if (count < OWN) {
      buffer.clear();
      own[count++] = buffer;
    } else {
      shared.give(buffer);
    }
  }
}
