package maestro.emulator.limit;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One switch as the limit responder sees it: what is left of its last message, and what it has not
 * read yet.
 *
 * <p>Belongs to the responder's thread, except {@link #answeredRequests()} and {@link
 * #datapathId()}, which anybody may read.
 */
final class LimitConnection {
  private static final VarHandle ANSWERED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ANSWERED = lookup.findVarHandle(LimitConnection.class, "answeredRequests", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final SocketChannel channel;

  /** The version spoken, null before the switch's HELLO. */
  AnswerTemplate template;

  private SelectionKey key;

  /** The first {@link #partialBytes} bytes are the start of a message that has not ended. */
  private ByteBuffer partial = ByteBuffer.allocateDirect(2048);

  private int partialBytes;

  /** Answers the socket did not take, from position to limit. */
  private ByteBuffer unsent = ByteBuffer.allocateDirect(0);

  private long answeredRequests;
  private volatile long datapathId;

  LimitConnection(SocketChannel channel) {
    this.channel = channel;
  }

  void key(SelectionKey registered) {
    this.key = registered;
  }

  /** Reads once behind what was left over. Returns where the bytes end in {@code in}, −1 at end. */
  int read(ByteBuffer in, int mostBytes) throws IOException {
    in.put(0, partial, 0, partialBytes);
    in.limit(partialBytes + mostBytes).position(partialBytes);
    int n = channel.read(in);
    return n < 0 ? -1 : partialBytes + n;
  }

  /** Keeps the bytes of {@code in} between {@code from} and {@code to} for the next read. */
  void keepPartial(ByteBuffer in, int from, int to) {
    partialBytes = to - from;
    if (partialBytes > partial.capacity()) {
      partial = ByteBuffer.allocateDirect(LimitResponder.MOST_MESSAGE_BYTES);
    }
    partial.put(0, in, from, partialBytes);
  }

  /**
   * Writes {@code out} once; what the socket does not take is kept, and reading stops till then.
   */
  void write(ByteBuffer out) throws IOException {
    if (!unsent.hasRemaining()) {
      channel.write(out);
      if (!out.hasRemaining()) {
        return;
      }
      key.interestOps(SelectionKey.OP_WRITE);
    }
    unsent.compact();
    if (unsent.remaining() < out.remaining()) {
      unsent.flip();
      int neededBytes = unsent.remaining() + out.remaining();
      unsent = ByteBuffer.allocateDirect(Integer.highestOneBit(neededBytes) * 2).put(unsent);
    }
    unsent.put(out).flip();
  }

  /** Writes what the socket did not take before, and goes back to reading once all is gone. */
  void writeUnsent() throws IOException {
    channel.write(unsent);
    if (!unsent.hasRemaining()) {
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  void countAnswered(int requests) {
    ANSWERED.setRelease(this, answeredRequests + requests);
  }

  void datapathId(long id) {
    datapathId = id;
  }

  long answeredRequests() {
    return (long) ANSWERED.getAcquire(this);
  }

  long datapathId() {
    return datapathId;
  }
}
