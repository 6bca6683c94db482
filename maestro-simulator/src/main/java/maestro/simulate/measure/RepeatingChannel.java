package maestro.simulate.measure;

import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/**
 * A socket without a kernel: reads bring the same stream of whole messages again and again, writes
 * go nowhere. For one thread.
 */
public class RepeatingChannel extends SocketChannel {
  private ByteBuffer stream;
  private ByteBuffer following;
  private int at;

  /**
   * Makes a channel.
   *
   * @param stream whole messages, from 0 to the capacity; a direct buffer, as the kernel is
   */
  public RepeatingChannel(ByteBuffer stream) {
    super(SelectorProvider.provider());
    stream(stream);
  }

  /** What is read from now on, from its beginning. */
  public final void stream(ByteBuffer next) {
    stream = next;
    following = null;
    at = 0;
  }

  /** What is read when the present stream has come to its end. */
  void then(ByteBuffer next) {
    following = next;
  }

  /** Whether the stream that was to follow is read now. */
  boolean isAtLast() {
    return following == null;
  }

  @Override
  public int read(ByteBuffer to) {
    int bytes = Math.min(to.remaining(), stream.capacity() - at);
    to.put(to.position(), stream, at, bytes);
    to.position(to.position() + bytes);
    at += bytes;
    if (at == stream.capacity()) {
      at = 0;
      if (following != null) {
        stream(following);
      }
    }
    return bytes;
  }

  @Override
  public int write(ByteBuffer from) {
    int bytes = from.remaining();
    from.position(from.limit());
    return bytes;
  }

  @Override
  public long read(ByteBuffer[] to, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketChannel bind(SocketAddress local) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public SocketChannel shutdownInput() {
    return this;
  }

  @Override
  public SocketChannel shutdownOutput() {
    return this;
  }

  @Override
  public Socket socket() {
    throw new UnsupportedOperationException();
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
  public boolean connect(SocketAddress remote) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean finishConnect() {
    return true;
  }

  @Override
  public SocketAddress getRemoteAddress() {
    return null;
  }

  @Override
  public SocketAddress getLocalAddress() {
    return null;
  }

  @Override
  protected void implCloseSelectableChannel() {}

  @Override
  protected void implConfigureBlocking(boolean block) {}
}
