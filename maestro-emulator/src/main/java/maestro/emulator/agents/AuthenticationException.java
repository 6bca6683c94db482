package maestro.emulator.agents;

import java.io.IOException;

/** Both ends do not share a secret, or a version; trying again does not help. */
public final class AuthenticationException extends IOException {
  private static final long serialVersionUID = 1L;

  AuthenticationException(String message) {
    super(message);
  }
}
