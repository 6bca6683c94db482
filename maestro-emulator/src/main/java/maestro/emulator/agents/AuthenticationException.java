package maestro.emulator.agents;

import java.io.IOException;

/** The two ends have different secrets or protocol versions. A retry does not help. */
final class AuthenticationException extends IOException {
  private static final long serialVersionUID = 1L;

  AuthenticationException(String message) {
    super(message);
  }
}
