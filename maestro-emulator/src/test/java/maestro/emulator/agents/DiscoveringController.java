package maestro.emulator.agents;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A controller that only discovers links: it sends LLDP out of some ports of each switch when it
 * comes, and BDDP when its first flow request comes, which it does not answer. OpenFlow 1.0; a
 * thread a switch.
 */
final class DiscoveringController implements Closeable {
  static final int LLDP = 0x88cc;
  static final int BDDP = 0x8942;

  private static final int FRAME_BYTES = 60;
  private static final int FRAME_AT = 18;

  private final ServerSocket server;
  private final int portCount;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final Set<Link> found = ConcurrentHashMap.newKeySet();

  /** A frame of a type that left a switch by a port came in at a port of another one. */
  record Link(int type, long from, int port, long to, int inPort) {}

  /**
   * @param portCount it sends out of ports 1 to this
   */
  DiscoveringController(int portCount) throws IOException {
    this.portCount = portCount;
    this.server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** All links so far; any thread may look. */
  Set<Link> found() {
    return found;
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
        start(() -> serve(socket));
      }
    } catch (IOException e) {
      assert server.isClosed();
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "discovering-controller");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      OutputStream out = socket.getOutputStream();
      long datapathId = 0;
      boolean loaded = false;
      while (true) {
        ByteBuffer message = read(in);
        switch (message.get(1)) {
          case 0 -> out.write(new byte[] {1, 0, 0, 8, 0, 0, 0, 1, 1, 5, 0, 8, 0, 0, 0, 2});
          case 6 -> {
            datapathId = message.getLong(8);
            sendFrames(out, LLDP, datapathId);
          }
          case 10 -> {
            int type = message.getShort(FRAME_AT + 12) & 0xffff;
            if (type == LLDP || type == BDDP) {
              found.add(
                  new Link(
                      type,
                      message.getLong(FRAME_AT + 14),
                      message.getShort(FRAME_AT + 22),
                      datapathId,
                      message.getShort(14)));
            } else if (!loaded) {
              loaded = true;
              sendFrames(out, BDDP, datapathId);
            }
          }
          default -> {
            // nothing to say
          }
        }
      }
    } catch (IOException e) {
      assert e != null : "the switch left";
    }
  }

  private void sendFrames(OutputStream out, int type, long datapathId) throws IOException {
    for (int port = 1; port <= portCount; port++) {
      ByteBuffer m = ByteBuffer.allocate(24 + FRAME_BYTES);
      m.put((byte) 1).put((byte) 13).putShort((short) m.capacity()).putInt(port);
      m.putInt(8, -1).putShort(12, (short) 0xffff).putShort(14, (short) 8);
      m.putShort(18, (short) 8).putShort(20, (short) port);
      m.putShort(24 + 12, (short) type).putLong(24 + 14, datapathId);
      m.putShort(24 + 22, (short) port);
      out.write(m.array());
    }
  }

  private static ByteBuffer read(DataInputStream in) throws IOException {
    byte[] head = in.readNBytes(8);
    if (head.length < 8) {
      throw new IOException("the switch left");
    }
    ByteBuffer message = ByteBuffer.allocate(ByteBuffer.wrap(head).getShort(2) & 0xffff);
    byte[] body = new byte[message.capacity() - 8];
    in.readFully(body);
    return message.put(head).put(body).rewind();
  }
}
