package maestro.network.channel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import maestro.emulator.switches.ErrorMessages;
import maestro.emulator.switches.MessageFramer;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.ControllerOutput;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one switch to one of its controllers. It connects without waiting, and again
 * {@link #RETRY_NS} after it was lost, or it waits until a controller was accepted. PACKET_INs are
 * dropped while more than {@link #MOST_WAITING_BYTES} wait for the socket; a controller that lets
 * four times as much wait is disconnected. Confined to one thread. A PACKET_IN allocates nothing,
 * once the buffer has grown.
 */
public final class ControlChannel implements ControllerOutput, Selected {
  /** Room for what is read at once, and a begun message before it. */
  public static final int READ_BUFFER_BYTES = 2 * (OpenFlow.MAX_MESSAGE_BYTES + 1);

  static final int MOST_WAITING_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 4096;

  /** Short enough that a controller that comes back has the switch within 100 ms. */
  private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(80);

  private final Controller session;

  /** Where the controller listens; null when it connects. */
  private final @Nullable InetSocketAddress controller;

  private final Selector selector;

  /** Shared by all channels of the thread; of use only while one is read. */
  private final ByteBuffer in;

  private MessageFramer framer = new MessageFramer();
  private @Nullable SocketChannel socket;
  private @Nullable SelectionKey key;
  private boolean connected;

  /** Whether there is to be no connection. */
  private boolean away;

  private long retryNs;

  /** From 0 to its position: what the socket has not taken. */
  private ByteBuffer out = ByteBuffer.allocateDirect(FIRST_BYTES);

  private boolean overflown;
  private String lastFailure = "";
  private int lostCount;

  /**
   * @param controller where to connect to; null to wait for {@link #accept}
   */
  ControlChannel(
      Controller session,
      @Nullable InetSocketAddress controller,
      Selector selector,
      ByteBuffer in,
      long nowNs) {
    this.session = session;
    this.controller = controller;
    this.selector = selector;
    this.in = in;
    this.retryNs = nowNs;
  }

  /** Why there is no connection; empty when there was none to lose. */
  String lastFailure() {
    return lastFailure;
  }

  /** How often a connection was lost after the handshake, and not taken away. */
  int lostCount() {
    return lostCount;
  }

  /** Ends the connection, and makes none until it is called again; or allows one. */
  void away(boolean isAway, long nowNs) {
    away = isAway;
    if (isAway && socket != null) {
      lose(new IOException("taken away"), nowNs);
    }
  }

  /** Connects if it is time, and writes what waits. Returns how much it did. */
  int doWork(long nowNs) {
    try {
      if (socket == null) {
        return controller != null && !away && nowNs - retryNs >= 0 ? begin(controller) : 0;
      }
      if (overflown) {
        throw new IOException("the controller does not read");
      }
      return connected && out.position() > 0 ? flush() : 0;
    } catch (IOException e) {
      lose(e, nowNs);
      return 1;
    }
  }

  @Override
  public void ready(long nowNs) {
    try {
      SocketChannel open = socket;
      if (open == null || key == null) {
        return;
      }
      if (!connected) {
        if (open.finishConnect()) {
          connected = true;
          key.interestOps(SelectionKey.OP_READ);
          session.connect(this);
        }
        return;
      }
      read(open);
    } catch (IOException e) {
      lose(e, nowNs);
    }
  }

  /** Whether there is no connection. */
  boolean isFree() {
    return socket == null;
  }

  /** Goes on with a controller that has connected; only while it is free. */
  void accept(SocketChannel accepted, long nowNs) {
    socket = accepted;
    try {
      accepted.configureBlocking(false);
      accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
      key = accepted.register(selector, SelectionKey.OP_READ, this);
      connected = true;
      session.connect(this);
    } catch (IOException e) {
      lose(e, nowNs);
    }
  }

  /** Closes the socket. */
  void close() throws IOException {
    if (socket != null) {
      socket.close();
    }
  }

  private int begin(InetSocketAddress address) throws IOException {
    SocketChannel opened = SocketChannel.open();
    socket = opened;
    opened.configureBlocking(false);
    opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
    key = opened.register(selector, SelectionKey.OP_CONNECT, this);
    if (opened.connect(address)) { // at once, on some systems
      connected = true;
      key.interestOps(SelectionKey.OP_READ);
      session.connect(this);
    }
    return 1;
  }

  private void lose(IOException e, long nowNs) {
    lastFailure = e.getMessage() + ErrorMessages.after(session.lastError());
    lostCount += session.isUp() && !away ? 1 : 0;
    try {
      close();
    } catch (IOException closing) {
      assert closing.getMessage() != null : "it is lost anyway";
    }
    session.disconnect();
    socket = null;
    key = null;
    connected = false;
    overflown = false;
    framer = new MessageFramer();
    out.clear();
    retryNs = nowNs + RETRY_NS;
  }

  private void read(SocketChannel open) throws IOException {
    int end = framer.read(open, in, READ_BUFFER_BYTES - OpenFlow.MAX_MESSAGE_BYTES - 1);
    if (end < 0) {
      throw new IOException("the controller has closed the connection");
    }
    int at = 0;
    while (true) {
      int lengthBytes = MessageFramer.wholeBytes(in, at, end, session.greeted());
      if (lengthBytes == MessageFramer.NOT_OPENFLOW) {
        throw new IOException("the controller sends what is not OpenFlow");
      }
      if (lengthBytes == MessageFramer.BEGUN) {
        break;
      }
      in.clear();
      session.handle(in, at, lengthBytes);
      at += lengthBytes;
    }
    framer.keep(in, at, end);
    flush(); // the ERROR that says why goes before the end
    if (!session.refusal().isEmpty()) {
      throw new IOException(session.refusal());
    }
  }

  @Override
  public void send(byte[] message) {
    if (makeRoom(message.length)) {
      out.put(message);
    }
  }

  @Override
  public @Nullable ByteBuffer roomForPacketIn(int bytes) {
    boolean room = out.position() <= MOST_WAITING_BYTES && session.isUp() && makeRoom(bytes);
    return room ? out : null;
  }

  private boolean makeRoom(int bytes) {
    if (out.remaining() >= bytes) {
      return true;
    }
    if (out.position() + bytes > 4 * MOST_WAITING_BYTES) {
      overflown = true;
      return false;
    }
    int capacity = Integer.highestOneBit(out.position() + bytes) * 2;
    out = ByteBuffer.allocateDirect(capacity).put(out.flip());
    return true;
  }

  private int flush() throws IOException {
    SocketChannel open = socket;
    SelectionKey registered = key;
    if (open == null || registered == null || out.position() == 0) {
      return 0;
    }
    out.flip();
    int written;
    try {
      written = open.write(out);
    } finally {
      out.compact();
    }
    int interest =
        out.position() > 0 ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (registered.interestOps() != interest) {
      registered.interestOps(interest);
    }
    return written;
  }
}
