package maestro.simulate.measure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The other ends of loopback connections, on a thread of its own that spins: so what the measured
 * thread reads was written on another core, as in life. The measured thread says what to do and
 * waits until it is done.
 */
final class LoopbackPeer implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final SocketChannel[] channels;
  private final ByteBuffer drained = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final Thread thread = new Thread(this::run, "peer");
  private ByteBuffer toSend;

  /** Volatile: raised by the measured thread after it has said what to do. */
  private volatile long asked;

  /** Volatile: follows when it is done. */
  private volatile long done;

  private volatile boolean closed;
  private volatile IOException failure;

  /** Takes over connected channels. */
  LoopbackPeer(SocketChannel... channels) throws IOException {
    this.channels = channels;
    for (SocketChannel channel : channels) {
      channel.configureBlocking(false);
    }
    thread.setDaemon(true);
    thread.start();
  }

  /** Both ends of a connection; buffers are large. */
  static SocketChannel[] connect() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      SocketChannel far = connect((InetSocketAddress) server.getLocalAddress());
      SocketChannel near = server.accept();
      near.setOption(StandardSocketOptions.TCP_NODELAY, true);
      near.configureBlocking(false);
      return new SocketChannel[] {near, far};
    }
  }

  /** The far end of a connection. */
  static SocketChannel connect(InetSocketAddress address) throws IOException {
    SocketChannel far = SocketChannel.open();
    far.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
    far.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
    far.setOption(StandardSocketOptions.TCP_NODELAY, true);
    far.connect(address);
    return far;
  }

  /** Sends all of a buffer on every connection; when this returns, all of it has arrived. */
  void send(ByteBuffer bytes) {
    toSend = bytes;
    ask();
  }

  /** Takes whatever has arrived on every connection. */
  void drain() {
    toSend = null;
    ask();
  }

  private void ask() {
    long number = asked + 1;
    asked = number;
    while (done != number && failure == null) {
      Thread.onSpinWait();
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }

  private void run() {
    try {
      while (!closed) {
        long number = asked;
        if (number == done) {
          Thread.onSpinWait();
        } else {
          work();
          done = number;
        }
      }
      for (SocketChannel channel : channels) {
        channel.close();
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  private void work() throws IOException {
    for (SocketChannel channel : channels) {
      if (toSend == null) {
        do {
          drained.clear();
        } while (channel.read(drained) > 0);
      } else {
        ByteBuffer bytes = toSend.duplicate();
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
