package maestro.net.connection;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import maestro.net.socket.BufferPool;
import maestro.net.socket.KeptBytes;
import maestro.net.socket.SharedBuffers;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that were read from one switch and not handled yet, and the boundaries of its messages.
 *
 * <p><b>The buffer</b> is taken from a pool when there is something to read, and given back at the
 * end of the worker's cycle. Bytes that are not handled by then are copied aside: a few into an
 * array, more into blocks of the {@code BufferBudget}. Batch entries point into the buffer; while
 * there are any, bytes are appended to it but not moved.
 *
 * <p>Threads: for the holder of the connection's claim, except {@link #lastReadNs}.
 */
final class Input {
  /** {@link #read}: the other side has closed. */
  static final int END_OF_STREAM = -1;

  /** {@link #read}: batch entries fill the buffer. */
  static final int BUFFER_FULL = -2;

  /** {@link #messageLength}: no whole message is there. */
  static final int NO_MESSAGE = -1;

  /** In the first four bytes of a message, version and type are above the 16-bit length. */
  private static final int TAG_SHIFT = 16;

  private static final int LENGTH_MASK = 0xffff;

  /** The longest incomplete message that is copied aside so that the buffer can be given back. */
  private static final int TAIL_BYTES = 256;

  /** The buffer of a connection that has none. */
  private static final ByteBuffer NO_BUFFER = ByteBuffer.allocate(0);

  private static final byte[] NO_TAIL = {};

  /** The most requests whose borders are found ahead: more than usual reads have. */
  private static final int MOST_AHEAD = 1024;

  private static final char[] NO_LENGTHS = {};

  private static final VarHandle LAST_READ;

  static {
    try {
      LAST_READ = MethodHandles.lookup().findVarHandle(Input.class, "lastReadNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private ByteBuffer bytes = NO_BUFFER;
  private int next;
  private int end;
  private int batched;
  private final KeptBytes kept;
  private byte[] tail = NO_TAIL;
  private int tailBytes;
  private boolean filled;
  private int requestBytes;

  /** The lengths of the next requests, from {@code aheadNext} on, when they are known. */
  private char[] ahead = NO_LENGTHS;

  private int aheadNext;
  private int aheadCount;
  private long movedBytes;

  /** Opaque: the time of the last input. Written by the claim's holder. */
  @SuppressWarnings("unused") // through its VarHandle
  private long lastReadNs;

  /** Begins without input; the time of that counts as the last read. */
  Input(SharedBuffers buffers, long nowNs) {
    this.kept = buffers.newKeptBytes();
    LAST_READ.setOpaque(this, nowNs);
  }

  /** The time of the last input, in nanoseconds. Any thread. */
  long lastReadNs() {
    return (long) LAST_READ.getOpaque(this);
  }

  /** Whether there is a buffer; without one there is no message. */
  @SuppressWarnings("ReferenceEquality") // the same buffer, not one with the same bytes
  boolean hasBuffer() {
    return bytes != NO_BUFFER;
  }

  /** The buffer; empty when there is none. */
  ByteBuffer bytes() {
    return bytes;
  }

  /** Where the next message begins. */
  int next() {
    return next;
  }

  /** The bytes that were read and not chopped yet. */
  int unhandledBytes() {
    return end - next;
  }

  /**
   * How many bytes to read to have this many requests, if they are as long as the last ones; 0
   * before the first request.
   */
  long bytesToRead(int requests) {
    return (long) requests * requestBytes - (hasBuffer() ? end - next : keptBytes());
  }

  /** Whether more input may be there: the last read filled its room. */
  boolean mayHaveMore() {
    return filled;
  }

  /** Whether batch entries point into the buffer. */
  boolean hasBatched() {
    return batched > 0;
  }

  /** Called when no batch entry points into the buffer any more. */
  void batchWasRun() {
    batched = 0;
  }

  /**
   * Reads once, without waiting, into the buffer that was opened.
   *
   * @param maxBytes the most bytes to read
   * @return bytes read, {@link #END_OF_STREAM} or {@link #BUFFER_FULL}
   */
  int read(ReadableByteChannel channel, int maxBytes, long nowNs) throws IOException {
    makeRoom(maxBytes);
    int room = Math.min(maxBytes, bytes.capacity() - end);
    if (room == 0) {
      return BUFFER_FULL;
    }
    filled = false;
    int count;
    try {
      bytes.limit(end + room).position(end);
      count = channel.read(bytes);
    } finally {
      bytes.clear();
    }
    if (count < 0) {
      return END_OF_STREAM;
    }
    if (count > 0) {
      LAST_READ.setOpaque(this, nowNs);
    }
    end += count;
    movedBytes += count;
    filled = count == room;
    return count;
  }

  private void makeRoom(int maxBytes) {
    if (batched > 0) {
      return;
    }
    if (next == end) {
      next = 0;
      end = 0;
    } else if (next > 0 && bytes.capacity() - end < maxBytes) {
      bytes.limit(end).position(next);
      bytes.compact();
      bytes.clear();
      end -= next;
      next = 0;
    }
  }

  /**
   * Puts requests into the batch, up to the first message that is no request, is incomplete, or has
   * no room.
   *
   * @param requestTag version and type of a request
   * @param room the most requests to put
   * @return how many it has put
   */
  int chopRequests(RequestBatch batch, int requestTag, int room) {
    ByteBuffer from = bytes;
    int at = next;
    int last = end;
    int requests = 0;
    while (requests < room && aheadNext < aheadCount) {
      int length = ahead[aheadNext++];
      batch.add(at, length);
      requests++;
      at += length;
    }
    while (requests < room && last - at >= OpenFlow.HEADER_BYTES) {
      int word = from.getInt(at);
      int length = word & LENGTH_MASK;
      if (word >>> TAG_SHIFT != requestTag
          || length < OpenFlow.HEADER_BYTES
          || length > last - at) {
        break;
      }
      batch.add(at, length);
      requests++;
      at += length;
    }
    if (requests > 0) {
      requestBytes = (at - next) / requests;
    }
    movedBytes += at - next;
    next = at;
    batched += requests;
    return requests;
  }

  /**
   * Finds the borders of the requests at the begin of the input, up to the first message that is no
   * request or is incomplete, so that {@link #chopRequests} need not. Begins anew at each call.
   *
   * @param requestTag version and type of a request
   */
  void chopAhead(int requestTag) {
    if (ahead.length == 0) {
      ahead = new char[MOST_AHEAD];
    }
    aheadNext = 0;
    aheadCount = 0;
    int at = next;
    while (aheadCount < MOST_AHEAD && end - at >= OpenFlow.HEADER_BYTES) {
      int word = bytes.getInt(at);
      int length = word & LENGTH_MASK;
      if (word >>> TAG_SHIFT != requestTag || length < OpenFlow.HEADER_BYTES || length > end - at) {
        return;
      }
      ahead[aheadCount++] = (char) length;
      at += length;
    }
  }

  /**
   * The length in the header of the next message; {@link #NO_MESSAGE} when the message is
   * incomplete. Less than a header when the stream is malformed.
   */
  int messageLength() {
    if (!hasHeader()) {
      return NO_MESSAGE;
    }
    int length = bytes.getInt(next) & LENGTH_MASK;
    return length > end - next ? NO_MESSAGE : length;
  }

  /** Whether the header of the next message is complete. */
  boolean hasHeader() {
    return end - next >= OpenFlow.HEADER_BYTES;
  }

  /** Version and type of the next message, whose header is complete. */
  int messageTag() {
    return bytes.getInt(next) >>> TAG_SHIFT;
  }

  /** Skips the next message, which was handled. */
  void skip(int length) {
    next += length;
    movedBytes += length;
  }

  /** How many bytes were read and how many chopped since the connection began, in one sum. */
  long movedBytes() {
    return movedBytes;
  }

  /** The bytes that wait outside of a buffer. */
  int keptBytes() {
    return tailBytes + kept.count();
  }

  /** The memory of the bytes that wait outside of a buffer. Any thread. */
  int heldBytes() {
    return kept.heldBytes();
  }

  /** Goes on in this buffer, which is empty, with the bytes that were kept. Only without buffer. */
  void open(ByteBuffer buffer) {
    bytes = buffer;
    next = 0;
    if (tailBytes > 0) {
      bytes.put(0, tail, 0, tailBytes);
      bytes.position(tailBytes);
      tailBytes = 0;
    }
    kept.drainTo(bytes);
    end = bytes.position();
    bytes.clear();
  }

  /**
   * Ends the cycle, when no entry points into the buffer: copies the bytes aside that are not
   * handled. Then {@link #release} gives the buffer away.
   *
   * @return false when there is no memory for them
   */
  boolean keep() {
    batched = 0;
    int rest = end - next;
    if (rest > TAIL_BYTES) {
      return kept.append(bytes, next, rest);
    }
    if (rest > 0) {
      if (tail.length == 0) {
        tail = new byte[TAIL_BYTES];
      }
      bytes.get(next, tail, 0, rest);
      tailBytes = rest;
    }
    return true;
  }

  /** Gives the buffer away, with what is in it. */
  ByteBuffer release() {
    ByteBuffer released = bytes;
    forget();
    return released;
  }

  /**
   * Gives the buffer away because batch entries point into it; copies the bytes behind them into
   * another buffer.
   *
   * @return the buffer, the caller's from now on; null when no entry points into it
   */
  @Nullable ByteBuffer detach(BufferPool pool) {
    if (batched == 0) {
      return null;
    }
    int from = next;
    int restBytes = end - next;
    ByteBuffer detached = release();
    batched = 0;
    if (restBytes > 0) {
      open(pool.take());
      bytes.put(0, detached, from, restBytes);
      end = restBytes;
    }
    return detached;
  }

  /** Drops what was kept. When there is no buffer any more. */
  void close() {
    tailBytes = 0;
    kept.clear();
  }

  private void forget() {
    bytes = NO_BUFFER;
    next = 0;
    end = 0;
  }
}
