package maestro.emulator.agents;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The other end has violated the protocol, and the connection is closed. The message is always one
 * line, also when it quotes the other end.
 */
final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]");

  ProtocolException(String message) {
    super(CONTROL.matcher(message).replaceAll("?"));
  }
}
