package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Connects switches of OpenFlow 1.0 that do nothing of their own to a controller with threads. What
 * they send and read afterwards is up to the test, which also closes the socket.
 */
public final class PassiveSwitch {
  /** HELLO, FEATURES_REQUEST, SET_CONFIG, BARRIER_REQUEST, flow statistics request. */
  private static final int WELCOME_BYTES = 16 + 8 + 12 + 8 + 56;

  private PassiveSwitch() {}

  /** A switch that has said who it is; it reads nothing. */
  public static Socket join(InetSocketAddress controller, long datapathId, int... ports)
      throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), controller.getPort());
    socket.setTcpNoDelay(true); // else a second message waits for the acknowledgement of the first
    socket.getOutputStream().write(FakeSwitch.hex(Messages.HELLO_10));
    socket.getOutputStream().write(FakeSwitch.hex(Messages.features(1, datapathId, ports)));
    return socket;
  }

  /**
   * A switch without ports that has read what a controller sends to each new one.
   *
   * @param readLimitMs how long it waits for that, and for what the test reads
   */
  public static Socket joinAndRead(InetSocketAddress controller, long datapathId, int readLimitMs)
      throws IOException {
    Socket socket = join(controller, datapathId);
    socket.setSoTimeout(readLimitMs);
    assertThat(socket.getInputStream().readNBytes(WELCOME_BYTES)).hasSize(WELCOME_BYTES);
    return socket;
  }
}
