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
import java.util.concurrent.TimeUnit;

/**
 * A server with Netty's native epoll for readiness, and its reads and writes of raw descriptors.
 */
final class EpollAnswerServer extends DescriptorAnswerServer {
  private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final int requestBytes;
  private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
  private final ByteBuffer out = ByteBuffer.allocateDirect(2 * READ_BYTES);
  private ManualIoEventLoop loop;

  EpollAnswerServer(int requestBytes) throws IOException {
    super(Epoll::ensureAvailability);
    this.requestBytes = requestBytes;
  }

  @Override
  void cycle() {
    if (loop == null) { // it belongs to the thread that runs it
      loop = new ManualIoEventLoop(Thread.currentThread(), EpollIoHandler.newFactory());
      for (Socket socket : accepted()) {
        loop.register(new Connection(socket)).getNow().submit(EpollIoOps.EPOLLIN);
      }
    }
    loop.run(WAIT_NS);
  }

  private void answer(Connection connection, IoRegistration registration) throws IOException {
    int bytes = connection.socket.recv(in, 0, READ_BYTES);
    if (bytes < 0) {
      registration.cancel();
      return;
    }
    int all = connection.restBytes + bytes;
    connection.restBytes = all % requestBytes;
    int end = all / requestBytes * TransportBenchmark.ANSWER_BYTES;
    for (int at = 0; at < end; ) {
      at += Math.max(0, connection.socket.send(out, at, end));
    }
  }

  private final class Connection implements EpollIoHandle {
    private final Socket socket;
    private int restBytes;

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
