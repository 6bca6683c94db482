package maestro.bench.jmh;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * A server with Netty's native epoll for readiness, and its reads and writes of raw descriptors.
 */
final class EpollAnswerServer extends DescriptorAnswerServer {
  private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
  private final ByteBuffer out = ByteBuffer.allocateDirect(2 * READ_BYTES);

  EpollAnswerServer(int requestBytes) throws IOException {
    super(requestBytes, Epoll::ensureAvailability, EpollIoHandler.newFactory());
  }

  @Override
  void begin(ManualIoEventLoop with, Socket socket) {
    with.register(new Connection(socket)).getNow().submit(EpollIoOps.EPOLLIN);
  }

  private void answer(Connection connection, IoRegistration registration) throws IOException {
    int bytes = connection.socket.recv(in, 0, READ_BYTES);
    if (bytes < 0) {
      registration.cancel();
      return;
    }
    int end = connection.requests.answerBytes(bytes);
    for (int at = 0; at < end; ) {
      at += Math.max(0, connection.socket.send(out, at, end));
    }
  }

  private final class Connection implements EpollIoHandle {
    private final Socket socket;
    private final Requests requests = new Requests();

    Connection(Socket socket) {
      this.socket = socket;
    }

    @Override
    public FileDescriptor fd() {
      return socket;
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
      try {
        answer(this, registration);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {}
  }
}
