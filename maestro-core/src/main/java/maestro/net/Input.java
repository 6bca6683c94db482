package maestro.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import maestro.openflow.OpenFlow;

/**
 * The bytes that were read from one switch and not handled yet, and the cuts between its messages.
 *
 * <p><b>The buffer</b> is taken from a pool when there is something to read and given back when
 * everything in it has been handled, so an idle switch has none. Of a message that has not come
 * whole a few bytes are kept aside meanwhile. Batch entries point into the buffer; while there are
 * any, bytes are appended to it but not moved.
 *
 * <p>Threads: for the holder of the connection's claim.
 */
final class Input {
  /** {@link #read}: the other side has closed. */
  static final int END_OF_STREAM = -1;

  /** {@link #read}: batch entries fill the buffer. */
  static final int BUFFER_FULL = -2;

  /** {@link #messageLength}: no whole message is there. */
  static final int NO_MESSAGE = -1;

  /** Of the first four bytes of a message, version and type stand above its length. */
  private static final int TAG_SHIFT = 16;

  private static final int LENGTH_MASK = 0xffff;

  /** Up to so many bytes are kept aside so that the buffer can be given back. */
  private static final int TAIL_BYTES = 256;

  private ByteBuffer bytes;
  private int next;
  private int end;
  private int batched;
  private byte[] tail;
  private int tailBytes;
  private boolean filled;
  private int requestBytes;

  /** Whether there is a buffer; without one there is no message. */
  boolean hasBuffer() {
    return bytes != null;
  }

  /** The buffer. */
  ByteBuffer bytes() {
    return bytes;
  }

  /** Where the next message begins. */
  int next() {
    return next;
  }

  /** Bytes that were read and not cut off yet. */
  int unhandledBytes() {
    return end - next;
  }

  /**
   * How many bytes to read so that there are so many requests, if they are as long as the last ones
   * were; 0 when there was none yet.
   */
  long bytesToRead(int requests) {
    return (long) requests * requestBytes - (bytes == null ? tailBytes : end - next);
  }

  /** Whether the last read got as much as it asked for, so that there may be more. */
  boolean mayHaveMore() {
    return filled;
  }

  /** Whether batch entries point here. */
  boolean hasBatched() {
    return batched > 0;
  }

  /** No batch entry points here any more. */
  void batchWasRun() {
    batched = 0;
  }

  /**
   * Reads once, without waiting.
   *
   * @param maxBytes at most so much
   * @return bytes read, {@link #END_OF_STREAM} or {@link #BUFFER_FULL}
   */
  int read(ReadableByteChannel channel, int maxBytes, BufferPool pool) throws IOException {
    if (bytes == null) {
      takeBuffer(pool);
    }
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
    end += count;
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
   * Puts requests into the batch, up to the first message that is none, not whole, or too many.
   *
   * @param requestTag version and type of a request
   * @param room at most so many
   * @return how many
   */
  int chopRequests(RequestBatch batch, int requestTag, int room) {
    ByteBuffer from = bytes;
    int at = next;
    int last = end;
    int requests = 0;
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
    next = at;
    batched += requests;
    return requests;
  }

  /**
   * The length of the next message as it says itself; {@link #NO_MESSAGE} when it is not there as a
   * whole. Less than a header when the stream is broken.
   */
  int messageLength() {
    if (!hasHeader()) {
      return NO_MESSAGE;
    }
    int length = bytes.getInt(next) & LENGTH_MASK;
    return length > end - next ? NO_MESSAGE : length;
  }

  /** Whether the header of the next message is there. */
  boolean hasHeader() {
    return end - next >= OpenFlow.HEADER_BYTES;
  }

  /** Version and type of the next message, whose header is there. */
  int messageTag() {
    return bytes.getInt(next) >>> TAG_SHIFT;
  }

  /** The next message was handled. */
  void skip(int length) {
    next += length;
  }

  /** The cycle is over and no entry points here: gives the buffer back if little is left in it. */
  void leaveCycle(BufferPool pool) {
    batched = 0;
    if (bytes != null && end - next <= TAIL_BYTES) {
      giveBack(pool);
    }
  }

  /**
   * Gives the buffer back, which is hot in the cache now, and keeps the few bytes of a message that
   * has not come whole. So a worker that serves many busy switches reads them all into the same
   * buffer.
   */
  private void giveBack(BufferPool pool) {
    tailBytes = end - next;
    if (tailBytes > 0) {
      if (tail == null) {
        tail = new byte[TAIL_BYTES];
      }
      bytes.get(next, tail, 0, tailBytes);
    }
    pool.give(bytes);
    forget();
  }

  private void takeBuffer(BufferPool pool) {
    bytes = pool.take();
    next = 0;
    end = tailBytes;
    if (tailBytes > 0) {
      bytes.put(0, tail, 0, tailBytes);
      tailBytes = 0;
    }
  }

  /**
   * Parts with the buffer since batch entries point into it; what is behind them goes into another
   * one.
   *
   * @return the buffer, the caller's from now on; null when no entry points into it
   */
  ByteBuffer detach(BufferPool pool) {
    if (batched == 0) {
      return null;
    }
    ByteBuffer detached = bytes;
    int from = next;
    int restBytes = end - next;
    forget();
    batched = 0;
    if (restBytes > 0) {
      takeBuffer(pool);
      bytes.put(0, detached, from, restBytes);
      end = restBytes;
    }
    return detached;
  }

  /** Gives an empty buffer back to all: the switch was idle after all. */
  void giveBackIfEmpty(SharedBuffers buffers) {
    if (bytes != null && next == end) {
      close(buffers);
    }
  }

  /** Gives the buffer back, whatever is in it. */
  void close(SharedBuffers buffers) {
    if (bytes != null) {
      buffers.give(bytes);
      forget();
    }
  }

  private void forget() {
    bytes = null;
    next = 0;
    end = 0;
  }
}
