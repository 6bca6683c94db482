package maestro.emulator.engine.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import maestro.net.socket.SharedBuffers;
import maestro.openflow.OpenFlow;
import maestro.tls.TlsContext;

/** Connects over TCP, and shakes hands when switches speak TLS. Confined to one thread. */
public final class ControllerDial implements Dial {
  private static final int CONNECT_MS = 5_000;

  /**
   * The same for all switches. By default Linux lets some of the buffers grow to megabytes and
   * leaves others below 100 KB. The switches of the latter then get fewer answers from a fast
   * controller.
   */
  private static final int RECEIVE_BYTES = 1 << 20;

  private final InetSocketAddress controller;

  /** Null for plain TCP. */
  private final TlsContext tls;

  private final SharedBuffers tlsBuffers = new SharedBuffers(OpenFlow.MAX_MESSAGE_BYTES + 1);

  /**
   * @param tls null for plain TCP
   */
  public ControllerDial(InetSocketAddress controller, TlsContext tls) {
    this.controller = controller;
    this.tls = tls;
  }

  @Override
  public Line connect() throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
      channel.socket().connect(controller, CONNECT_MS);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot connect to " + address() + ": " + e.getMessage(), e);
    }
    return new Line(
        channel, tls == null ? null : TlsDial.shakeHands(channel, tls, tlsBuffers, CONNECT_MS));
  }

  private String address() {
    return controller.getHostString() + ":" + controller.getPort();
  }
}
