package maestro.staticflows;

import java.io.Serial;

/** A static flow needs what the OpenFlow version of its switch does not have. */
final class UnsupportedFlowException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  UnsupportedFlowException(String what) {
    super("OpenFlow 1.0 has no " + what, null, false, false);
  }

  /** The message, which is never null. */
  String text() {
    return String.valueOf(getMessage());
  }
}
