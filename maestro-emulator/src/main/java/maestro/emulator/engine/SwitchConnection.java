package maestro.emulator.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import maestro.emulator.switches.Replies;
import maestro.net.TlsChannel;
import maestro.openflow.OpenFlow;

/**
 * The socket of one emulated switch: what is left of the last message read, and what the socket did
 * not take yet.
 *
 * <p>What is unsent goes first, whatever comes, so that no message is cut in two. Confined to one
 * thread; allocates only when something longer than before has to be kept.
 */
final class SwitchConnection implements Replies {
  private final ByteChannel channel;

  /** Null without TLS. */
  private final TlsChannel tls;

  private SelectionKey key;

  private ByteBuffer partial = ByteBuffer.allocateDirect(2048);
  private int partialBytes;

  private ByteBuffer unsent = ByteBuffer.allocateDirect(2048);
  private int unsentBytes;
  private boolean blocked;

  /**
   * Over a socket.
   *
   * @param tls what is spoken over it; null for nothing but OpenFlow
   */
  SwitchConnection(SocketChannel socket, TlsChannel tls) {
    this.channel = tls == null ? socket : tls;
    this.tls = tls;
  }

  void key(SelectionKey registered) {
    this.key = registered;
  }

  /** Whether the socket did not take all of the last write; it will say when it has room. */
  boolean isBlocked() {
    return blocked;
  }

  void close() throws IOException {
    channel.close();
  }

  /** Whether there may be more to read that no selector tells of. */
  boolean holdsMore() {
    return tls != null && tls.holdsMore();
  }

  /** Bytes that are encrypted and wait for the socket: on their way, but not written. */
  private int promisedBytes() {
    return tls == null ? 0 : tls.promisedBytes();
  }

  /** Reads once behind what was left over. Returns where the bytes end in {@code in}, −1 at end. */
  int read(ByteBuffer in, int mostBytes) throws IOException {
    if (partialBytes > 0) {
      in.put(0, partial, 0, partialBytes);
    }
    in.limit(partialBytes + mostBytes).position(partialBytes);
    int readBytes = channel.read(in);
    return readBytes < 0 ? -1 : partialBytes + readBytes;
  }

  /** Keeps the bytes of {@code in} between {@code from} and {@code to} for the next read. */
  void keepPartial(ByteBuffer in, int from, int to) {
    partialBytes = to - from;
    if (partialBytes > partial.capacity()) {
      partial = ByteBuffer.allocateDirect(OpenFlow.MAX_MESSAGE_BYTES);
    }
    if (partialBytes > 0) {
      partial.put(0, in, from, partialBytes);
    }
  }

  /** Whether a message that may be lost should be sent, with what is unsent already. */
  boolean hasRoomFor(int messageBytes) {
    return unsentBytes + messageBytes <= RequestBatch.ROOM_BYTES;
  }

  /** Sends a message as soon as the socket takes it. */
  @Override
  public void send(byte[] message) {
    if (unsent.capacity() < unsentBytes + message.length) {
      int capacity = Integer.highestOneBit(unsentBytes + message.length) * 2;
      unsent = ByteBuffer.allocateDirect(capacity).put(0, unsent, 0, unsentBytes);
    }
    unsent.put(unsentBytes, message);
    unsentBytes += message.length;
  }

  /** Writes what is unsent. */
  void flush() throws IOException {
    if (unsentBytes > 0) {
      int written = channel.write(unsent.limit(unsentBytes).position(0));
      unsentBytes -= written;
      unsent.compact().clear();
    }
    setBlocked(unsentBytes > 0);
  }

  /**
   * Writes what is unsent and then the first {@code count} requests of a batch, with one call.
   *
   * @return the requests of which at least one byte is on its way: these will be sent, the others
   *     were never begun
   */
  int write(RequestBatch batch, int count) throws IOException {
    if (unsentBytes > RequestBatch.ROOM_BYTES) {
      flush();
      if (unsentBytes > RequestBatch.ROOM_BYTES) {
        return 0;
      }
    }
    ByteBuffer bytes = batch.bytes();
    int requestsAt = batch.at(0);
    int from = requestsAt - unsentBytes;
    int to = batch.at(count);
    if (unsentBytes > 0) {
      bytes.put(from, unsent, 0, unsentBytes);
    }
    int written = channel.write(bytes.limit(to).position(from));
    bytes.clear();
    setBlocked(written < to - from);
    int reached = from + written;
    int onTheirWay = reached + promisedBytes();
    if (onTheirWay < requestsAt) {
      keepUnsent(bytes, reached, requestsAt);
      return 0;
    }
    int begun = (onTheirWay - requestsAt + batch.messageBytes() - 1) / batch.messageBytes();
    keepUnsent(bytes, reached, batch.at(begun));
    return begun;
  }

  private void keepUnsent(ByteBuffer bytes, int from, int to) {
    unsentBytes = to - from;
    if (unsentBytes > unsent.capacity()) {
      unsent = ByteBuffer.allocateDirect(Math.max(RequestBatch.ROOM_BYTES, unsentBytes));
    }
    if (unsentBytes > 0) {
      unsent.put(0, bytes, from, unsentBytes);
    }
  }

  private void setBlocked(boolean nowBlocked) {
    if (nowBlocked != blocked) {
      blocked = nowBlocked;
      key.interestOps(
          blocked ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }
  }
}
