package maestro.net.socket;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;

/**
 * The controller's end of a connection to a switch in the same process: a socket without a socket,
 * for {@link MemorySelector}s. It takes any number of bytes. Confined to one thread, with {@link
 * #peer}.
 */
public final class MemoryChannel extends ChannelWithoutKernel {
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
  public int write(ByteBuffer from) throws IOException {
    ensureOpen();
    if (!peer.open) {
      throw new IOException("closed by the switch");
    }
    return toSwitch.put(from);
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
  protected void implCloseSelectableChannel() {
    toSwitch.ended = true;
  }

  @Override
  public Socket socket() {
    return socket;
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
