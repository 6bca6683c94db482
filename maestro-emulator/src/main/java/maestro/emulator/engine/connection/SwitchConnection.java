package maestro.emulator.engine.connection;

import static java.net.StandardSocketOptions.SO_LINGER;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import maestro.emulator.switches.MessageFramer;
import maestro.emulator.switches.MessageOutput;
import maestro.net.socket.TlsChannel;

/**
 * The socket of one emulated switch, with the begun message that was read last and the bytes that
 * the socket did not take yet.
 *
 * <p>Unsent bytes go first, so that no message is cut in two. Confined to one thread. Allocates
 * only when it has to keep more bytes than before.
 */
public final class SwitchConnection implements MessageOutput {
  private ByteChannel channel;

  /** Null over what takes the place of a socket. */
  private SocketChannel socket;

  /** Null without TLS. */
  private TlsChannel tls;

  private SelectionKey key;

  private MessageFramer framer = new MessageFramer();

  private ByteBuffer unsent = ByteBuffer.allocateDirect(2048);
  private int unsentBytes;
  private boolean blocked;

  /** From when the switch is taken down until it may send requests again. */
  private boolean held;

  /** Whether there is no socket now. */
  private boolean down;

  /** Whether the switch has other controllers, so that a broken socket ends nothing. */
  private boolean isOneOfSeveral;

  /**
   * Over a socket.
   *
   * @param tls what is spoken over it; null for nothing but OpenFlow
   */
  public SwitchConnection(SocketChannel socket, TlsChannel tls) {
    this(tls == null ? socket : tls, tls);
    this.socket = socket;
  }

  /** Over what takes the place of a socket. */
  public SwitchConnection(ByteChannel channel) {
    this(channel, null);
  }

  private SwitchConnection(ByteChannel channel, TlsChannel tls) {
    this.channel = channel;
    this.tls = tls;
  }

  /** What takes the place of a connection while no controller serves the switch. */
  static SwitchConnection toNobody() {
    SwitchConnection nobody = new SwitchConnection((ByteChannel) null);
    nobody.down = true;
    return nobody;
  }

  /** The switch has other controllers: what a broken socket does not take is lost. */
  void beOneOfSeveral() {
    isOneOfSeveral = true;
  }

  public void key(SelectionKey registered) {
    this.key = registered;
  }

  /** A further selector is to tell when there is something to read. */
  public void registerWith(Selector selector, LoadSwitch attachment) throws IOException {
    if (socket != null && !down) {
      socket.register(selector, SelectionKey.OP_READ, attachment);
    }
  }

  /**
   * Whether the socket did not take all of the last write; it will say when it has room. Also
   * whether the switch was taken down and may send no requests yet.
   */
  public boolean isBlocked() {
    return blocked || held;
  }

  /** Whether the switch was taken down and may send no requests yet. */
  public boolean isHeld() {
    return held;
  }

  /** Closes the socket by plan. Until {@link #bringUp} what is sent is lost. */
  public void takeDown() throws IOException {
    held = true;
    down = true;
    unsentBytes = 0;
    framer = new MessageFramer();
    key.cancel();
    channel.close();
  }

  /** Goes on over another socket. Requests wait until {@link #release}. */
  public void bringUp(Dial.Line line, SelectionKey registered) {
    tls = line.tls();
    socket = line.socket();
    channel = tls == null ? socket : tls;
    key = registered;
    blocked = false;
    down = false;
  }

  /** Requests may be sent again. */
  public void release() {
    held = false;
  }

  /** The socket has room again. What is left over goes first with the next write. */
  public void unblock() {
    setBlocked(false);
  }

  void close() throws IOException {
    channel.close();
  }

  /**
   * Closes the socket, and throws away what it has not sent yet: a reset. Otherwise the controller
   * would go on with these requests after the run.
   */
  void closeAtOnce() throws IOException {
    if (!down && socket != null && socket.supportedOptions().contains(SO_LINGER)) {
      socket.setOption(SO_LINGER, 0);
    }
    channel.close();
  }

  /** Whether there may be more to read that no selector tells of. */
  public boolean holdsMore() {
    return tls != null && tls.holdsMore();
  }

  /** Bytes that are encrypted and wait for the socket: on their way, but not written. */
  private int promisedBytes() {
    return tls == null ? 0 : tls.promisedBytes();
  }

  /** Reads once behind the begun message. Returns where the bytes end in {@code in}, −1 at end. */
  public int read(ByteBuffer in, int mostBytes) throws IOException {
    if (down) {
      return 0;
    }
    try {
      return framer.read(channel, in, mostBytes);
    } catch (IOException e) {
      if (isOneOfSeveral) {
        return -1;
      }
      throw e;
    }
  }

  private int writeToSocket(ByteBuffer bytes) throws IOException {
    try {
      return channel.write(bytes);
    } catch (IOException e) {
      if (isOneOfSeveral) { // the next read tells that it has gone
        int lostBytes = bytes.remaining();
        bytes.position(bytes.limit());
        return lostBytes;
      }
      throw e;
    }
  }

  /** Keeps the begun message between {@code from} and {@code to} for the next read. */
  public void keepBegun(ByteBuffer in, int from, int to) {
    framer.keep(in, from, to);
  }

  /** Whether a message that may be lost should be sent, with what is unsent already. */
  boolean hasRoomFor(int messageBytes) {
    return !down && unsentBytes + messageBytes <= PacketInBatch.ROOM_BYTES;
  }

  /** Sends a message as soon as the socket takes it. */
  @Override
  public void send(byte[] message) {
    if (down) {
      return;
    }
    if (unsent.capacity() < unsentBytes + message.length) {
      int capacity = Integer.highestOneBit(unsentBytes + message.length) * 2;
      unsent = ByteBuffer.allocateDirect(capacity).put(0, unsent, 0, unsentBytes);
    }
    unsent.put(unsentBytes, message);
    unsentBytes += message.length;
  }

  /** Writes what is unsent. */
  public void flush() throws IOException {
    if (down) {
      return;
    }
    if (unsentBytes > 0) {
      int written = writeToSocket(unsent.limit(unsentBytes).position(0));
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
  int write(PacketInBatch batch, int count) throws IOException {
    if (held) {
      return 0;
    }
    if (unsentBytes > PacketInBatch.ROOM_BYTES) {
      flush();
      if (unsentBytes > PacketInBatch.ROOM_BYTES) {
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
    int written = writeToSocket(bytes.limit(to).position(from));
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
      unsent = ByteBuffer.allocateDirect(Math.max(PacketInBatch.ROOM_BYTES, unsentBytes));
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
