package maestro.emulator.baseline;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import maestro.emulator.switches.MessageFramer;

/**
 * The connection of one switch to the baseline responder, with the incomplete message at the end of
 * the last read, and the answers that wait for the socket.
 *
 * <p>Confined to the responder's thread, except {@link #answeredRequests()} and {@link
 * #datapathId()}, which any thread may read.
 */
final class BaselineConnection {
  private static final VarHandle ANSWERED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ANSWERED = lookup.findVarHandle(BaselineConnection.class, "answeredRequests", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final SocketChannel channel;

  /** The OpenFlow version of the connection; null before the switch's HELLO. */
  AnswerTemplate template;

  private SelectionKey key;

  private final MessageFramer framer = new MessageFramer();

  /** The answers that wait for the socket, from position to limit. */
  private ByteBuffer unsent = ByteBuffer.allocateDirect(0);

  private long answeredRequests;
  private volatile long datapathId;

  BaselineConnection(SocketChannel channel) {
    this.channel = channel;
  }

  void key(SelectionKey registered) {
    this.key = registered;
  }

  /**
   * Reads once, behind the incomplete message. Returns the end of the bytes in {@code in}, or −1 at
   * the end of the stream.
   */
  int read(ByteBuffer in, int mostBytes) throws IOException {
    return framer.read(channel, in, mostBytes);
  }

  /** Keeps the incomplete message between {@code from} and {@code to} for the next read. */
  void keepBegun(ByteBuffer in, int from, int to) {
    framer.keep(in, from, to);
  }

  /**
   * Writes {@code out} once. Keeps the bytes that the socket does not take, and stops reading until
   * they are written.
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

  /** Writes the waiting answers, and resumes reading when all are written. */
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
