package maestro.emulator.engine.connection;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import maestro.net.socket.TlsChannel;

/** Connects emulated switches to the controller, one after the other. */
@FunctionalInterface
public interface Dial {
  /**
   * Connects one switch.
   *
   * @throws IOException in one line, when the controller does not take it
   */
  Line connect() throws IOException;

  /**
   * The connection of one switch.
   *
   * @param tls what the socket carries; null without TLS
   */
  record Line(SocketChannel socket, TlsChannel tls) {}
}
