package maestro.bench.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A server with the selector and the channels of the JDK. */
final class NioAnswerServer extends AnswerServer {
  private static final long WAIT_MS = 100;

  private final ServerSocketChannel server;
  private final Selector selector = Selector.open();
  private final List<SocketChannel> accepted = new ArrayList<>();
  private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
  private final ByteBuffer out = ByteBuffer.allocateDirect(2 * READ_BYTES);

  NioAnswerServer(int requestBytes) throws IOException {
    super(requestBytes);
    server =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @Override
  int port() throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  @Override
  void accept() throws IOException {
    SocketChannel channel = server.accept();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.register(selector, SelectionKey.OP_READ, new Requests());
    accepted.add(channel);
  }

  @Override
  void cycle() throws IOException {
    selector.select(this::answer, WAIT_MS);
  }

  private void answer(SelectionKey key) {
    try {
      SocketChannel channel = (SocketChannel) key.channel();
      int bytes = channel.read(in.clear());
      if (bytes < 0) {
        key.cancel();
        return;
      }
      out.clear().limit(((Requests) key.attachment()).answerBytes(bytes));
      while (out.hasRemaining()) {
        channel.write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : accepted) {
      channel.close();
    }
    selector.close();
    server.close();
  }
}
