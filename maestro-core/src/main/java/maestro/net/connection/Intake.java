package maestro.net.connection;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import maestro.net.socket.BufferPool;
import maestro.net.socket.OutputBuffer;
import maestro.net.socket.SharedBuffers;

/**
 * Reads one connection's stream into its {@link Input}, and keeps what is left over when a worker's
 * cycle ends.
 *
 * <p>Threads: for the holder of the connection's claim.
 */
final class Intake {
  /** The least that a visit reads, however little memory is left. */
  private static final int LEAST_READ_BYTES = 4 * 1024;

  private final ReadableByteChannel stream;
  private final Input input;
  private final SharedBuffers buffers;
  private final Closing closing;
  private boolean ended;

  Intake(ReadableByteChannel stream, Input input, SharedBuffers buffers, Closing closing) {
    this.stream = stream;
    this.input = input;
    this.buffers = buffers;
    this.closing = closing;
  }

  /** See {@link Connection#openInput}. */
  void open(BufferPool pool) {
    if (!input.hasBuffer() && input.keptBytes() > 0) {
      input.open(pool.take());
    }
  }

  /** See {@link Connection#read}. */
  int read(int maxBytes, BufferPool pool, long nowNs) {
    if (!input.hasBuffer()) {
      input.open(pool.take());
    }
    return read(maxBytes, nowNs);
  }

  private int read(int maxBytes, long nowNs) {
    int count;
    try {
      count = input.read(stream, maxBytes, nowNs);
    } catch (IOException e) {
      closing.request(Closing.textOf(e));
      ended = true;
      return Input.END_OF_STREAM;
    }
    if (count == Input.END_OF_STREAM) {
      closing.request("closed by the switch");
      ended = true;
    }
    return count;
  }

  /**
   * Reads once and keeps the bytes for the worker; returns whether it has something to do.
   *
   * @param requestTag version and type of the requests to cut off; negative when the worker does
   */
  boolean readAhead(int maxBytes, long nowNs, int requestTag) {
    if (!ended) {
      input.open(buffers.take());
      read(affordable(maxBytes), nowNs);
      if (requestTag >= 0) {
        input.chopAhead(requestTag);
      }
      keep();
      buffers.give(input.release());
    }
    return ended || input.keptBytes() > 0;
  }

  /** See {@link Connection#bytesToRead}. */
  int bytesToRead(int mostBytes, int requests) {
    return (int)
        Math.min(affordable(mostBytes), Math.max(LEAST_READ_BYTES, input.bytesToRead(requests)));
  }

  private int affordable(int readBytes) {
    return Math.min(readBytes, Math.max(LEAST_READ_BYTES, buffers.budget().fairBytes()));
  }

  /** Keeps what is left over, and gives the buffer back. */
  void leaveCycle(BufferPool pool) {
    if (input.hasBuffer()) {
      keep();
      pool.give(input.release());
    }
  }

  private void keep() {
    if (!input.keep()) {
      closing.request(OutputBuffer.NO_MEMORY);
      ended = true;
    }
  }

  /** Whether the stream has ended. */
  boolean hasEnded() {
    return ended;
  }
}
