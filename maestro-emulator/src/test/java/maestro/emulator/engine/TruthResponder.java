package maestro.emulator.engine;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * A controller that learns addresses as it should and then does to answers whatever a test tells it
 * to, so that the truth is known. OpenFlow 1.0; a thread a switch.
 */
final class TruthResponder implements Closeable {
  private final ServerSocket server;
  private final Supplier<Behaviour> behaviours;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** What is done with one request; one object a switch. */
  interface Behaviour {
    /** Answers, or not. */
    void onRequest(Request request, OutputStream out) throws IOException;

    /** Instead of the first answer after the greeting: whether the greeting is said at all. */
    default boolean greets() {
      return true;
    }
  }

  /** A PACKET_IN of 1.0 and the port of its destination, FLOOD when that is not known. */
  record Request(ByteBuffer message, int port) {
    int bufferId() {
      return message.getInt(8);
    }

    byte[] answer() {
      return answer(bufferId(), port);
    }

    byte[] answer(int bufferId, int toPort) {
      if (bufferId == -1) {
        return packetOut(toPort);
      }
      ByteBuffer m = ByteBuffer.allocate(80);
      m.put((byte) 1).put((byte) 14).putShort((short) 80).putInt(message.getInt(4));
      m.putInt(64, bufferId).putShort(68, (short) 0xffff);
      m.putShort(74, (short) 8).putShort(76, (short) toPort);
      return bytes(m);
    }

    private byte[] packetOut(int toPort) {
      int dataBytes = message.capacity() - 18;
      ByteBuffer m = ByteBuffer.allocate(24 + dataBytes);
      m.put((byte) 1).put((byte) 13).putShort((short) m.capacity()).putInt(message.getInt(4));
      m.putInt(8, -1).putShort(12, (short) 0xffff).putShort(14, (short) 8);
      m.putShort(18, (short) 8).putShort(20, (short) toPort);
      m.put(24, message, 18, dataBytes);
      return bytes(m);
    }
  }

  TruthResponder(Supplier<Behaviour> behaviours) throws IOException {
    this.behaviours = behaviours;
    this.server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(this::accept, "truth-responder");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        Thread thread = new Thread(() -> serve(socket), "truth-switch");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException e) {
      assert server.isClosed();
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      BufferedInputStream buffered = new BufferedInputStream(socket.getInputStream());
      DataInputStream in = new DataInputStream(buffered);
      OutputStream out = new BufferedOutputStream(socket.getOutputStream());
      Behaviour behaviour = behaviours.get();
      Map<Long, Integer> ports = new HashMap<>();
      while (true) {
        ByteBuffer message = read(in);
        switch (message.get(1)) {
          case 0 -> {
            if (behaviour.greets()) {
              out.write(bare(0));
              out.write(bare(5));
            }
          }
          case 6 -> out.write(bare(18));
          case 10 -> behaviour.onRequest(request(message, ports), out);
          default -> {
            // nothing to say
          }
        }
        if (in.available() == 0) {
          out.flush();
        }
      }
    } catch (IOException e) {
      assert e != null : "the switch left";
    }
  }

  private static Request request(ByteBuffer message, Map<Long, Integer> ports) {
    long dst = message.getLong(18) >>> 16;
    long src = message.getLong(22) & 0xffff_ffff_ffffL;
    ports.put(src, (int) message.getShort(14));
    int port = ports.getOrDefault(dst, 0xfffb);
    assert port != message.getShort(14) : "a packet must not leave where it came from";
    return new Request(message, port);
  }

  static ByteBuffer read(DataInputStream in) throws IOException {
    byte[] head = new byte[8];
    in.readFully(head);
    ByteBuffer message = ByteBuffer.allocate(ByteBuffer.wrap(head).getShort(2) & 0xffff);
    byte[] body = new byte[message.capacity() - 8];
    in.readFully(body);
    return message.put(head).put(body).rewind();
  }

  static byte[] bare(int type) {
    return new byte[] {1, (byte) type, 0, 8, 0, 0, 0, 1};
  }

  private static byte[] bytes(ByteBuffer message) {
    byte[] bytes = new byte[message.capacity()];
    message.get(0, bytes);
    return bytes;
  }
}
