package maestro.emulator.agents;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The other end broke the protocol. The connection is of no more use. The message is one line,
 * whatever of it came from the other end.
 */
final class ProtocolException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]");

  ProtocolException(String message) {
    super(CONTROL.matcher(message).replaceAll("?"));
  }
}
