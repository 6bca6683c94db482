package maestro.bench.jmh;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server with Netty's sockets, which are raw descriptors, and an event loop of Netty's. */
abstract class DescriptorAnswerServer extends AnswerServer {
  private static final int BACKLOG = 1024;

  private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final IoHandlerFactory handlers;
  private final Socket server;
  private final List<Socket> accepted = new ArrayList<>();
  private ManualIoEventLoop loop;

  /**
   * Listens on a free port of loopback.
   *
   * @param available loads the native library; throws when that is not possible
   * @param handlers of the loop
   */
  DescriptorAnswerServer(int requestBytes, Runnable available, IoHandlerFactory handlers)
      throws IOException {
    super(requestBytes);
    available.run();
    this.handlers = handlers;
    server = Socket.newSocketStream();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.listen(BACKLOG);
  }

  /** Lets the loop, which runs already, answer on a connection. */
  abstract void begin(ManualIoEventLoop with, Socket socket);

  @Override
  final void cycle() {
    if (loop == null) { // it belongs to the thread that runs it
      loop = new ManualIoEventLoop(Thread.currentThread(), handlers);
      loop.runNow(); // io_uring has a ring only then
      for (Socket socket : accepted) {
        begin(loop, socket);
      }
    }
    loop.run(WAIT_NS);
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
