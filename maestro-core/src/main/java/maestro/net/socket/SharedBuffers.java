package maestro.net.socket;

import java.nio.ByteBuffer;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/**
 * Direct buffers of one size that no thread is using, and the budget for the bytes that connections
 * keep. Any thread; lock-free.
 *
 * <p>A thread has a buffer during a call, a worker during a cycle; no connection keeps one. So the
 * number of threads bounds the number of buffers, and the budget bounds what connections keep.
 */
public final class SharedBuffers {
  private static final int MAX_POOLED = 4096;

  private final MpmcAtomicArrayQueue<ByteBuffer> free = new MpmcAtomicArrayQueue<>(MAX_POOLED);
  private final int bufferBytes;
  private final BufferBudget budget;

  /**
   * Makes an empty pool whose connections may keep as much as they want.
   *
   * @param bufferBytes size of each buffer; at least the longest OpenFlow message
   */
  public SharedBuffers(int bufferBytes) {
    this(bufferBytes, BufferBudget.unbounded());
  }

  /**
   * Makes an empty pool.
   *
   * @param bufferBytes size of each buffer; at least the longest OpenFlow message
   * @param budget bounds the bytes that connections keep
   */
  public SharedBuffers(int bufferBytes, BufferBudget budget) {
    this.bufferBytes = bufferBytes;
    this.budget = budget;
  }

  /** The bound of the bytes that connections keep. */
  public BufferBudget budget() {
    return budget;
  }

  /** Makes a place for bytes that a connection keeps. */
  public KeptBytes newKeptBytes() {
    return new KeptBytes(budget);
  }

  /** A cleared buffer, the caller's until it is given back. Allocates when none is free. */
  public ByteBuffer take() {
    ByteBuffer buffer = free.poll();
    return buffer != null ? buffer : ByteBuffer.allocateDirect(bufferBytes);
  }

  /** Takes a buffer back; when enough are pooled the garbage collector gets it. */
  public void give(ByteBuffer buffer) {
    buffer.clear();
    free.offer(buffer);
  }
}
