package maestro.bench.jmh;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.Socket;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringIoOps;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A server with io_uring: each connection has a read posted, and the reads and writes of all ready
 * connections are handed to the kernel in one system call.
 */
final class UringAnswerServer extends DescriptorAnswerServer {
  /** {@code IORING_OP_SEND} and {@code IORING_OP_RECV} of Linux's io_uring.h. */
  private static final byte SEND = 26;

  private static final byte RECEIVE = 27;

  /** More entries than connections, so that one call submits all. */
  private static final int RING = 1024;

  private final ByteBuffer out = ByteBuffer.allocateDirect(2 * READ_BYTES);
  private final long outAddress = Buffer.memoryAddress(out);

  UringAnswerServer(int requestBytes) throws IOException {
    super(
        requestBytes,
        IoUring::ensureAvailability,
        IoUringIoHandler.newFactory(new IoUringIoHandlerConfig().setRingSize(RING)));
  }

  @Override
  void begin(ManualIoEventLoop with, Socket socket) {
    Connection connection = new Connection(socket);
    connection.receive(with.register(connection).getNow());
  }

  private static IoUringIoOps operation(byte code, Socket socket, long address, int bytes) {
    byte flags = 0;
    short none = 0;
    return new IoUringIoOps(
        code, flags, none, socket.intValue(), 0, address, bytes, 0, 0L, none, none, 0, 0);
  }

  private final class Connection implements IoUringIoHandle {
    private final Socket socket;
    private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
    private final long inAddress = Buffer.memoryAddress(in);
    private final Requests requests = new Requests();
    private int unsentBytes;

    Connection(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
      IoUringIoEvent completed = (IoUringIoEvent) event;
      int bytes = completed.res();
      if (bytes <= 0) {
        registration.cancel(); // the peer has ended
      } else if (completed.opcode() == RECEIVE) {
        unsentBytes += requests.answerBytes(bytes);
        proceed(registration);
      } else {
        unsentBytes -= bytes;
        proceed(registration);
      }
    }

    private void proceed(IoRegistration registration) {
      if (unsentBytes > 0) {
        registration.submit(operation(SEND, socket, outAddress, unsentBytes));
      } else {
        receive(registration);
      }
    }

    void receive(IoRegistration registration) {
      registration.submit(operation(RECEIVE, socket, inAddress, READ_BYTES));
    }

    @Override
    public void close() {}
  }
}
