package maestro.cli.remote;

import java.io.Serial;

/** Why a controller could not be asked, or what it refused, in a line for the operator. */
public final class ControlException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  ControlException(String message) {
    super(message);
  }

  /** The line, named as the program names itself. */
  public String line() {
    return "maestro: " + getMessage();
  }
}
