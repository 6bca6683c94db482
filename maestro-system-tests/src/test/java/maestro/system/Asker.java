package maestro.system;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A controller that asks each switch all that Wireshark can read the answers to, and answers no
 * PACKET_IN. Of OpenFlow 1.0 Wireshark reads neither errors nor statistics of ports and tables.
 */
final class Asker implements Closeable {
  private static final int HEADER_BYTES = 8;
  private static final int NO_PORT_10 = 0xffff;

  private final ServerSocket server;

  Asker(int version) throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    byte[] questions = version == 1 ? questions10() : questions13();
    Thread thread = new Thread(() -> serve(questions), "asker");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void serve(byte[] questions) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.getOutputStream().write(questions);
        Thread reader = new Thread(() -> readAll(socket), "asker-reader");
        reader.setDaemon(true);
        reader.start();
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void readAll(Socket socket) {
    try (socket) {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      assert socket.isClosed();
    }
  }

  private static byte[] questions10() {
    ByteBuffer b = ByteBuffer.allocate(1024);
    bare(b, 1, List.of(0, 5, 7, 2)); // HELLO, FEATURES, GET_CONFIG, ECHO
    statistics(b, 1, 16, 0, new byte[0]); // description
    ByteBuffer flows = ByteBuffer.allocate(44).putInt(0, 0x3fffff).put(40, (byte) 0xff);
    statistics(b, 1, 16, 1, flows.putShort(42, (short) NO_PORT_10).array());
    bare(b, 1, List.of(18)); // BARRIER
    return bytes(b.flip());
  }

  private static byte[] questions13() {
    ByteBuffer b = ByteBuffer.allocate(1024);
    bare(b, 4, List.of(0, 5, 7, 2));
    statistics(b, 4, 18, 0, new byte[4]);
    ByteBuffer flows = ByteBuffer.allocate(44).put(4, (byte) 0xff).putInt(8, -1).putInt(12, -1);
    statistics(b, 4, 18, 1, flows.putShort(36, (short) 1).putShort(38, (short) 4).array());
    statistics(b, 4, 18, 2, flows.array());
    statistics(b, 4, 18, 3, new byte[4]);
    statistics(b, 4, 18, 4, ByteBuffer.allocate(12).putInt(4, -1).array());
    statistics(b, 4, 18, 13, new byte[4]); // descriptions of ports
    statistics(b, 4, 18, 9, new byte[12]); // meters, which are refused
    b.put((byte) 4).put((byte) 24).putShort((short) 24).putInt(9).put(new byte[16]); // ROLE
    bare(b, 4, List.of(20, 99)); // BARRIER, and a type that is none
    return bytes(b.flip());
  }

  private static void statistics(ByteBuffer b, int version, int type, int kind, byte[] body) {
    int lengthBytes = HEADER_BYTES + 4 + body.length;
    b.put((byte) version).put((byte) type).putShort((short) lengthBytes).putInt(kind);
    b.putShort((short) kind).putShort((short) 0).put(body);
  }

  private static void bare(ByteBuffer b, int version, List<Integer> types) {
    for (int type : types) {
      b.put((byte) version).put((byte) type).putShort((short) HEADER_BYTES).putInt(type);
    }
  }

  private static byte[] bytes(ByteBuffer b) {
    byte[] bytes = new byte[b.remaining()];
    b.get(bytes);
    return bytes;
  }
}
