package maestro.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The controller's end of a connection to a switch in the same process: a socket without a socket,
 * for {@link MemorySelector}s. It takes any number of bytes. Confined to one thread, with {@link
 * #peer}.
 */
public final class MemoryChannel extends SocketChannel {
  private static final int FIRST_BYTES = 4096;
  private static final InetAddress HOST = InetAddress.getLoopbackAddress();

  private final InetSocketAddress remote;
  private final Bytes toController = new Bytes();
  private final Bytes toSwitch = new Bytes();
  private final Peer peer = new Peer();
  private final Socket socket = new Counting();

  /** Bytes on the way in one direction. */
  private static final class Bytes {
    /** From 0 to its position. */
    private ByteBuffer waiting = ByteBuffer.allocate(FIRST_BYTES);

    private boolean ended;

    int put(ByteBuffer from) {
      int count = from.remaining();
      if (waiting.remaining() < count) {
        int capacity = Integer.highestOneBit(waiting.position() + count) * 2;
        waiting = ByteBuffer.allocate(capacity).put(waiting.flip());
      }
      waiting.put(from);
      return count;
    }

    int take(ByteBuffer to) {
      int count = Math.min(waiting.position(), to.remaining());
      if (count == 0) {
        return ended && waiting.position() == 0 ? -1 : 0;
      }
      waiting.flip();
      int limit = waiting.limit();
      to.put(waiting.limit(count));
      waiting.limit(limit).compact();
      return count;
    }

    boolean isReadable() {
      return ended || waiting.position() > 0;
    }
  }

  /** The switch's end. */
  private final class Peer implements ByteChannel {
    private boolean open = true;

    @Override
    public int read(ByteBuffer to) {
      return toSwitch.take(to);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      if (!open || !MemoryChannel.this.isOpen()) {
        throw new ClosedChannelException();
      }
      return toController.put(from);
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
      toController.ended = true;
    }
  }

  /** Says how many bytes wait. */
  private final class Counting extends Socket {
    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        @Override
        public int read() {
          return -1;
        }

        @Override
        public int available() {
          return toController.waiting.position();
        }
      };
    }
  }

  /**
   * An open connection.
   *
   * @param port by which the log can tell it from others
   */
  public MemoryChannel(int port) {
    super(SelectorProvider.provider());
    this.remote = new InetSocketAddress(HOST, port);
  }

  /** The switch's end, which never blocks. */
  public ByteChannel peer() {
    return peer;
  }

  /** Whether a read would return bytes or the end. */
  boolean isReadable() {
    return toController.isReadable();
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    ensureOpen();
    return toController.take(to);
  }

  @Override
  public long read(ByteBuffer[] to, int offset, int length) throws IOException {
    ensureOpen();
    long all = 0;
    for (int i = offset; i < offset + length; i++) {
      int count = toController.take(to[i]);
      if (count <= 0) {
        return all == 0 ? count : all;
      }
      all += count;
    }
    return all;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    ensureOpen();
    if (!peer.open) {
      throw new IOException("closed by the switch");
    }
    return toSwitch.put(from);
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    long all = 0;
    for (int i = offset; i < offset + length; i++) {
      all += write(from[i]);
    }
    return all;
  }

  private void ensureOpen() throws ClosedChannelException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public SocketChannel shutdownOutput() {
    toSwitch.ended = true;
    return this;
  }

  @Override
  public SocketChannel shutdownInput() {
    return this;
  }

  @Override
  protected void implCloseSelectableChannel() {
    toSwitch.ended = true;
  }

  @Override
  protected void implConfigureBlocking(boolean block) {}

  @Override
  public SocketChannel bind(@Nullable SocketAddress local) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  @Override
  public <T> @Nullable T getOption(SocketOption<T> name) {
    return null;
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public Socket socket() {
    return socket;
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isConnectionPending() {
    return false;
  }

  @Override
  public boolean connect(SocketAddress to) throws IOException {
    throw new SocketException("it is connected");
  }

  @Override
  public boolean finishConnect() {
    return true;
  }

  @Override
  public SocketAddress getRemoteAddress() {
    return remote;
  }

  @Override
  public SocketAddress getLocalAddress() {
    return new InetSocketAddress(HOST, 0);
  }
}
