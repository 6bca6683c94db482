package maestro.emulator.agents;

import java.io.IOException;

/** The other end broke the protocol; the message is one line. The connection is of no more use. */
final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1L;

  ProtocolException(String message) {
    super(message);
  }
}
