package maestro.network.channel;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A Unix stream socket in the place of a host: a program that connects to it sends and receives the
 * frames of the host's port, one at a time. Frames are dropped while {@link #MOST_WAITING_BYTES}
 * wait for the socket. Confined to one thread; a frame allocates nothing.
 *
 * <pre>
 *  each frame: | length 16, its most significant byte first | the frame |
 * </pre>
 */
public final class PortSocket implements Selected {
  static final int MOST_WAITING_BYTES = 1 << 20;

  private static final int LENGTH_BYTES = 2;
  private static final int MOST_FRAME_BYTES = 0xffff;
  private static final int IN_BYTES = 4 * (LENGTH_BYTES + MOST_FRAME_BYTES);

  private final Path path;
  private final Selector selector;
  private final Receiver receiver;
  private final ServerSocketChannel server;
  private @Nullable SocketChannel peer;
  private @Nullable SelectionKey key;

  /** From 0 to its position: what has come and is not a whole frame. */
  private final ByteBuffer in = ByteBuffer.allocateDirect(IN_BYTES);

  /** From 0 to its position: what the socket has not taken. */
  private final ByteBuffer out = ByteBuffer.allocateDirect(MOST_WAITING_BYTES);

  /** Takes the frames that come. */
  public interface Receiver {
    /** Takes the frame in {@code [at, at + lengthBytes)}, which is valid until this returns. */
    void receive(ByteBuffer b, int at, int lengthBytes);
  }

  /**
   * Waits for somebody to connect.
   *
   * @param path of the socket; one that is left over is replaced
   * @throws IOException when there can be no socket
   */
  public PortSocket(Path path, Selector selector, Receiver receiver) throws IOException {
    this.path = path;
    this.selector = selector;
    this.receiver = receiver;
    Files.deleteIfExists(path);
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path), 1);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT, this);
  }

  /** Whether somebody is connected. */
  public boolean isPlugged() {
    return peer != null;
  }

  @Override
  public void ready(long nowNs) {
    try {
      SocketChannel open = peer;
      if (open == null) {
        accept();
        return;
      }
      if (open.read(in) < 0) {
        unplug();
        return;
      }
      deliver();
      flush();
    } catch (IOException e) {
      unplug();
    }
  }

  private void accept() throws IOException {
    SocketChannel accepted = server.accept();
    if (accepted != null) {
      accepted.configureBlocking(false);
      key = accepted.register(selector, SelectionKey.OP_READ, this);
      peer = accepted;
    }
  }

  private void deliver() {
    int end = in.position();
    int at = 0;
    in.clear();
    while (end - at >= LENGTH_BYTES) {
      int lengthBytes = in.getShort(at) & 0xffff;
      if (end - at - LENGTH_BYTES < lengthBytes) {
        break;
      }
      receiver.receive(in, at + LENGTH_BYTES, lengthBytes);
      at += LENGTH_BYTES + lengthBytes;
    }
    in.limit(end).position(at).compact();
  }

  /** Sends a frame, if there is room and somebody is connected. */
  public void send(ByteBuffer b, int at, int lengthBytes) {
    if (peer == null || out.remaining() < LENGTH_BYTES + lengthBytes) {
      return;
    }
    out.putShort((short) lengthBytes);
    out.put(out.position(), b, at, lengthBytes).position(out.position() + lengthBytes);
    try {
      flush();
    } catch (IOException e) {
      unplug();
    }
  }

  private void flush() throws IOException {
    SocketChannel open = peer;
    SelectionKey registered = key;
    if (open == null || registered == null || out.position() == 0) {
      return;
    }
    out.flip();
    try {
      open.write(out);
    } finally {
      out.compact();
    }
    int interest =
        out.position() > 0 ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (registered.interestOps() != interest) {
      registered.interestOps(interest);
    }
  }

  private void unplug() {
    SocketChannel open = peer;
    peer = null;
    key = null;
    in.clear();
    out.clear();
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        assert e.getMessage() != null : "it is gone anyway";
      }
    }
  }

  /** Closes the socket and removes it from its folder. */
  public void close() throws IOException {
    unplug();
    server.close();
    Files.deleteIfExists(path);
  }
}
