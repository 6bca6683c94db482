package maestro.staticflows;

import java.io.Serial;

/**
 * The file of the static flows has a mistake, or cannot be read. The message names file and line.
 */
public final class BadFlowFileException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  BadFlowFileException(String message) {
    super(message);
  }
}
