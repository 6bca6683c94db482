package maestro.bench.jmh;

import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A server with Netty's sockets, which are raw descriptors. */
abstract class DescriptorAnswerServer extends AnswerServer {
  private static final int BACKLOG = 1024;

  private final Socket server;
  private final List<Socket> accepted = new ArrayList<>();

  /**
   * Listens on a free port of loopback.
   *
   * @param available loads the native library; throws when that is not possible
   */
  DescriptorAnswerServer(Runnable available) throws IOException {
    available.run();
    server = Socket.newSocketStream();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.listen(BACKLOG);
  }

  /** The sockets of the connections, in the order in which they were accepted. */
  List<Socket> accepted() {
    return accepted;
  }

  @Override
  int port() {
    return server.localAddress().getPort();
  }

  @Override
  void accept() throws IOException {
    int descriptor = server.accept(new byte[64]);
    while (descriptor < 0) { // the listening socket does not block
      descriptor = server.accept(new byte[64]);
    }
    Socket socket = new Socket(descriptor);
    socket.setTcpNoDelay(true);
    accepted.add(socket);
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : accepted) {
      socket.close();
    }
    server.close();
  }
}
