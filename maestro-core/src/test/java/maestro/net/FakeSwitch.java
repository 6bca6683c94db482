package maestro.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import maestro.net.socket.SharedBuffers;
import maestro.net.socket.TlsChannel;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.tls.TlsContext;

/**
 * The other end of a connection: a socket that does not block, and speaks bytes. Nothing is
 * answered by itself.
 */
public final class FakeSwitch implements AutoCloseable {
  private static final int CLOSE_TRIES = 60_000;
  private static final long CLOSE_WAIT_NS = 1_000_000;
  private static final int FLOW_STATS = 1;

  private final SocketChannel socket;
  private ByteChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(1 << 17);
  private final List<byte[]> received = new ArrayList<>();
  private boolean hearsEntriesAsked;
  private boolean closedByPeer;
  private String failure;

  /** Connects; with {@code bufferBytes} 0 the kernel sizes the socket's two buffers. */
  FakeSwitch(InetSocketAddress to, int bufferBytes) {
    try {
      socket = SocketChannel.open();
      if (bufferBytes > 0) {
        socket.setOption(StandardSocketOptions.SO_RCVBUF, bufferBytes);
        socket.setOption(StandardSocketOptions.SO_SNDBUF, bufferBytes);
      }
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      socket.connect(to);
      socket.configureBlocking(false);
      channel = socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on TLS is spoken; call {@link #shakeHands} until it is true. */
  void secure(TlsContext context, SharedBuffers buffers) {
    channel = new TlsChannel(socket, context, buffers);
  }

  /** Goes on with the handshake; whether it is done. */
  boolean shakeHands() throws IOException {
    return ((TlsChannel) channel).handshake() == TlsChannel.Progress.DONE;
  }

  /** Sends bytes that TLS knows nothing of. */
  void sendRaw(byte[] bytes) {
    try {
      socket.write(ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      closedByPeer = true;
    }
  }

  /** Bytes written in hexadecimal; blanks are for the reader. */
  public static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
  }

  /** Sends what is written in hexadecimal. */
  public FakeSwitch send(String hex) {
    return send(hex(hex));
  }

  /** Sends all of these bytes; they must fit into the socket. */
  public FakeSwitch send(byte[] bytes) {
    if (trySend(ByteBuffer.wrap(bytes)) != bytes.length) {
      throw new AssertionError("the socket is full");
    }
    return this;
  }

  /** Sends as much as the socket takes. */
  public int trySend(ByteBuffer bytes) {
    try {
      return channel.write(bytes);
    } catch (IOException e) {
      closedByPeer = true;
      return 0;
    }
  }

  /** Takes at most so many bytes from the socket; how many there were. */
  public int readSome(int maxBytes) {
    int before = in.position();
    in.limit(Math.min(in.capacity(), before + maxBytes));
    try {
      int count = channel.read(in);
      if (count < 0) {
        closedByPeer = true;
        count = 0;
      }
      in.limit(in.capacity());
      chop();
      return count;
    } catch (IOException e) {
      closedByPeer = true;
      failure = e.getMessage();
      in.limit(in.capacity());
      return 0;
    }
  }

  private void chop() {
    int at = 0;
    int end = in.position();
    while (end - at >= OpenFlow.HEADER_BYTES && end - at >= Header.length(in, at)) {
      byte[] message = new byte[Header.length(in, at)];
      in.get(at, message);
      if (hearsEntriesAsked || !asksForEntries(message)) {
        received.add(message);
      }
      at += message.length;
    }
    in.limit(end).position(at);
    in.compact();
  }

  /** Whether it is the platform's question for all flow entries, which comes with each join. */
  private static boolean asksForEntries(byte[] message) {
    ByteBuffer b = ByteBuffer.wrap(message);
    return Header.type(b, 0) == OpenFlow.statsRequest(Header.version(b, 0))
        && b.getShort(OpenFlow.HEADER_BYTES) == FLOW_STATS;
  }

  /** From now on, the question for flow entries is among what has come; else it is passed over. */
  public void hearEntriesAsked() {
    hearsEntriesAsked = true;
  }

  /** The whole messages that have come and were not asked for yet. */
  public List<byte[]> take() {
    while (readSome(1 << 16) > 0) {
      // until the socket is empty
    }
    List<byte[]> taken = List.copyOf(received);
    received.clear();
    return taken;
  }

  /** The messages that have come, in hexadecimal. */
  public List<String> takeHex() {
    return take().stream().map(HexFormat.of()::formatHex).toList();
  }

  /** The types of the messages that have come. */
  public List<Integer> takeTypes() {
    return take().stream().map(message -> message[1] & 0xff).toList();
  }

  /** Bytes of a message that has not come whole. */
  int partialBytes() {
    return in.position();
  }

  /** Whether the controller has closed the connection; looks at the socket. */
  public boolean isClosedByPeer() {
    while (!closedByPeer && readSome(1 << 16) > 0) {
      // the end comes behind what was sent
    }
    return closedByPeer;
  }

  /**
   * Waits until the end of the connection has come: on a busy machine the kernel may deliver it
   * later than the controller's call returns.
   */
  boolean awaitClosedByPeer() {
    for (int i = 0; i < CLOSE_TRIES && !isClosedByPeer(); i++) {
      LockSupport.parkNanos(CLOSE_WAIT_NS);
    }
    return closedByPeer;
  }

  /** What reading has failed with, such as a reset; null when it has not. */
  String failure() {
    return failure;
  }

  /** Says no more, and goes on listening. */
  public void shutdownOutput() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
