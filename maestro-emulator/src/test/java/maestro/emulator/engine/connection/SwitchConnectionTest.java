package maestro.emulator.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

/** The end of a connection whose controller has not read all. */
class SwitchConnectionTest {
  @Test
  void shouldLeaveTheControllerNothingToDoWhenClosedAtOnce() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open();
        SocketChannel switchSide = SocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      switchSide.connect(server.getLocalAddress());
      try (SocketChannel controllerSide = server.accept()) {
        long writtenBytes = fill(switchSide);
        new SwitchConnection(switchSide, null).closeAtOnce();

        controllerSide.configureBlocking(false);
        long[] readBytes = {0};
        assertThatThrownBy(() -> readAll(controllerSide, readBytes))
            .as("a reset, where an end of the stream would follow all bytes")
            .isInstanceOf(IOException.class);
        assertThat(readBytes[0]).isLessThan(writtenBytes);
      }
    }
  }

  private static long fill(SocketChannel socket) throws IOException {
    socket.configureBlocking(false);
    ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
    long written = 0;
    int more = socket.write(bytes);
    while (more > 0) {
      written += more;
      more = socket.write(bytes.clear());
    }
    return written;
  }

  private static void readAll(SocketChannel socket, long[] readBytes) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
    int more = socket.read(bytes);
    while (more > 0) {
      readBytes[0] += more;
      more = socket.read(bytes.clear());
    }
  }
}
