package maestro.net;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;

/**
 * The output that one connection's socket has not taken yet: whole messages in the order they were
 * written, except the first, of which the kernel may have a part.
 *
 * <p><b>Threads.</b> Any; one short lock, held for one write. So two threads never interleave their
 * bytes.
 *
 * <p><b>Bound.</b> Above the high-water mark {@link #offer} refuses, and the connection's own
 * requests are not served. The answers of a batch may exceed the mark, so the buffer holds at most
 * the mark plus one batch's answers. Bytes that fit into the chunk before are appended to it, so
 * the chunks take at most twice the bytes that wait, plus one chunk.
 */
final class OutputBuffer {
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
  interface Owner {
    /** Bytes wait for the socket: call {@link #flush} when it is writable. */
    void wantsWritable();

    /** The socket has failed. */
    void writeFailed(IOException cause);
  }

  private final WritableByteChannel channel;
  private final SharedBuffers buffers;
  private final Owner owner;
  private final int highWaterBytes;
  // Guarded by this.
  private final ArrayDeque<ByteBuffer> chunks = new ArrayDeque<>(2);
  private boolean closed;

  /** Opaque: written under the lock, read by any thread. */
  private int pendingBytes;

  /** Opaque: written under the lock. */
  private long takenBytes;

  OutputBuffer(
      WritableByteChannel channel, SharedBuffers buffers, int highWaterBytes, Owner owner) {
    this.channel = channel;
    this.buffers = buffers;
    this.highWaterBytes = highWaterBytes;
    this.owner = owner;
  }

  /** Whether the waiting output is above the high-water mark. Any thread, without the lock. */
  boolean isCongested() {
    return (int) PENDING.getOpaque(this) > highWaterBytes;
  }

  /** The bytes that wait. Any thread, without the lock. */
  int pendingBytes() {
    return (int) PENDING.getOpaque(this);
  }

  /** The bytes that waited and have been written since. Any thread, without the lock. */
  long takenBytes() {
    return (long) TAKEN.getOpaque(this);
  }

  /**
   * Writes a chunk of whole messages, from its position to its limit; keeps the bytes that the
   * socket does not take.
   *
   * @return true when the caller still owns the chunk; false when this buffer has taken it over
   */
  synchronized boolean write(ByteBuffer chunk) {
    if (closed) {
      return true;
    }
    try {
      if (chunks.isEmpty()) {
        channel.write(chunk);
      }
    } catch (IOException e) {
      fail(e);
      return true;
    }
    if (!chunk.hasRemaining()) {
      return true;
    }
    ByteBuffer last = chunks.peekLast();
    if (last != null && last.capacity() - last.limit() >= chunk.remaining()) {
      int end = last.limit();
      last.limit(end + chunk.remaining());
      last.put(end, chunk, chunk.position(), chunk.remaining());
      addPending(chunk.remaining());
      return true;
    }
    addPending(chunk.remaining());
    chunks.add(chunk);
    if (chunks.size() == 1) {
      owner.wantsWritable();
    }
    return false;
  }

  /**
   * Takes a copy of one message, and writes it at once when no other output waits.
   *
   * @return false when the connection is congested or closed, and the message was not taken
   */
  boolean offer(byte[] message) {
    return offer(ByteBuffer.wrap(message), message.length);
  }

  /** Does the same for the first bytes of a buffer, which stays the caller's. Allocates nothing. */
  synchronized boolean offer(ByteBuffer message, int bytes) {
    return pendingBytes <= highWaterBytes && take(message, bytes);
  }

  /**
   * Takes a copy of one message, even when the connection is congested. For answers to messages
   * that the switch sent before it was congested; its input buffer bounds them.
   */
  synchronized void answer(byte[] message) {
    take(ByteBuffer.wrap(message), message.length);
  }

  private boolean take(ByteBuffer message, int bytes) {
    if (closed) {
      return false;
    }
    ByteBuffer last = chunks.peekLast();
    if (last != null && last.capacity() - last.limit() >= bytes) {
      last.put(last.limit(last.limit() + bytes).limit() - bytes, message, 0, bytes);
      addPending(bytes);
      return true;
    }
    ByteBuffer chunk = buffers.take();
    chunk.put(0, message, 0, bytes).limit(bytes);
    if (write(chunk)) {
      buffers.give(chunk);
    }
    return !closed;
  }

  /** Writes the waiting output, as far as the socket takes it. Called when it is writable. */
  synchronized void flush() {
    try {
      while (!chunks.isEmpty()) {
        ByteBuffer chunk = chunks.peek();
        int written = channel.write(chunk);
        addPending(-written);
        TAKEN.setOpaque(this, takenBytes + written);
        if (chunk.hasRemaining()) {
          return;
        }
        buffers.give(chunks.remove());
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  /** Ignores later writes; {@link #flush} still writes the waiting output. */
  synchronized void takeNoMore() {
    closed = true;
  }

  /** Drops the waiting output and ignores later writes. */
  synchronized void close() {
    closed = true;
    while (!chunks.isEmpty()) {
      buffers.give(chunks.remove());
    }
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
