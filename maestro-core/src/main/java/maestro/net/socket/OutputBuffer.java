package maestro.net.socket;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * The output that one connection's socket has not taken yet: whole messages in the order they were
 * written, except the first, of which the kernel may have a part. A small remainder takes one small
 * block of memory; an empty output takes none.
 *
 * <p><b>Threads.</b> Any; one short lock, held for one write. So two threads never interleave their
 * bytes.
 *
 * <p><b>Bound.</b> Above its mark {@link #offer} refuses, and the connection's own requests are not
 * served. The mark is the high-water mark or, while less memory is left, what {@link
 * BufferBudget#fairBytes} allows. The answers of a batch may exceed it, so the buffer holds at most
 * the mark plus one batch's answers. When the budget has no memory for them, the connection fails:
 * what waits is dropped, never a part of it.
 */
public final class OutputBuffer {
  private static final VarHandle PENDING;
  private static final VarHandle TAKEN;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PENDING = lookup.findVarHandle(OutputBuffer.class, "pendingBytes", int.class);
      TAKEN = lookup.findVarHandle(OutputBuffer.class, "takenBytes", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The connection's reactions to its output. Called with the lock held, so they must be short. */
  public interface Owner {
    /** Bytes wait for the socket: call {@link #flush} when it is writable. */
    void wantsWritable();

    /** The socket has failed. */
    void writeFailed(IOException cause);
  }

  /** Why a connection fails whose output has no memory. */
  public static final String NO_MEMORY = "the memory for connections is used up";

  private final WritableByteChannel channel;
  private final BufferBudget budget;
  private final Owner owner;
  private final int highWaterBytes;
  // Guarded by this.
  private final KeptBytes waiting;
  private boolean closed;

  /** Opaque: written under the lock, read by any thread. */
  private int pendingBytes;

  /** Opaque: written under the lock. */
  private long takenBytes;

  public OutputBuffer(
      WritableByteChannel channel, SharedBuffers buffers, int highWaterBytes, Owner owner) {
    this.channel = channel;
    this.budget = buffers.budget();
    this.waiting = buffers.newKeptBytes();
    this.highWaterBytes = highWaterBytes;
    this.owner = owner;
  }

  /** Whether the waiting output is above the mark. Any thread, without the lock. */
  public boolean isCongested() {
    return isAboveMark((int) PENDING.getOpaque(this));
  }

  private boolean isAboveMark(int bytes) {
    return bytes > 0 && (bytes > highWaterBytes || bytes > budget.fairBytes());
  }

  /** The bytes that wait. Any thread, without the lock. */
  public int pendingBytes() {
    return (int) PENDING.getOpaque(this);
  }

  /** The bytes that waited and have been written since. Any thread, without the lock. */
  public long takenBytes() {
    return (long) TAKEN.getOpaque(this);
  }

  /** The memory of the bytes that wait. Any thread, without the lock. */
  public int heldBytes() {
    return waiting.heldBytes();
  }

  /**
   * Writes a chunk of whole messages, from its position to its limit, and keeps a copy of the bytes
   * that the socket does not take. The chunk stays the caller's.
   */
  public synchronized void write(ByteBuffer chunk) {
    if (!closed && chunk.hasRemaining()) {
      writeOrKeep(chunk);
    }
  }

  /**
   * Takes a copy of one message, and writes it at once when no other output waits.
   *
   * @return false when the connection is congested or closed, and the message was not taken
   */
  public boolean offer(byte[] message) {
    return offer(ByteBuffer.wrap(message), message.length);
  }

  /** Does the same for the first bytes of a buffer, which stays the caller's. Allocates nothing. */
  public synchronized boolean offer(ByteBuffer message, int bytes) {
    return !isAboveMark(pendingBytes) && take(message, 0, bytes);
  }

  /** {@link #answer(ByteBuffer, int, int)} with a whole array. */
  public void answer(byte[] message) {
    answer(ByteBuffer.wrap(message), 0, message.length);
  }

  /**
   * Takes a copy of the message in {@code [at, at + length)}, even when the connection is
   * congested. For answers to messages that the switch sent before it was congested; its input
   * buffer bounds them. The buffer stays the caller's, with its position and limit.
   */
  public synchronized void answer(ByteBuffer b, int at, int length) {
    take(b, at, length);
  }

  private boolean take(ByteBuffer b, int at, int length) {
    if (closed) {
      return false;
    }
    int position = b.position();
    int limit = b.limit();
    b.limit(at + length).position(at);
    writeOrKeep(b);
    b.limit(limit).position(position);
    return !closed;
  }

  private void writeOrKeep(ByteBuffer chunk) {
    boolean isFirst = waiting.isEmpty();
    try {
      if (isFirst) {
        channel.write(chunk);
      }
    } catch (IOException e) {
      fail(e);
      return;
    }
    int bytes = chunk.remaining();
    if (bytes == 0) {
      return;
    }
    if (!waiting.append(chunk)) {
      fail(new IOException(NO_MEMORY));
      return;
    }
    addPending(bytes);
    if (isFirst) {
      owner.wantsWritable();
    }
  }

  /** Writes the waiting output, as far as the socket takes it. Called when it is writable. */
  public synchronized void flush() {
    try {
      int written = waiting.writeTo(channel);
      addPending(-written);
      TAKEN.setOpaque(this, takenBytes + written);
    } catch (IOException e) {
      fail(e);
    }
  }

  /** Ignores later writes; {@link #flush} still writes the waiting output. */
  public synchronized void takeNoMore() {
    closed = true;
  }

  /** Drops the waiting output and ignores later writes. */
  public synchronized void close() {
    closed = true;
    waiting.clear();
    PENDING.setOpaque(this, 0);
  }

  private void fail(IOException cause) {
    close();
    owner.writeFailed(cause);
  }

  private void addPending(int bytes) {
    PENDING.setOpaque(this, pendingBytes + bytes);
  }
}
