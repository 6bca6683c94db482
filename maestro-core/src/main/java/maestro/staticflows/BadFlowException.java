package maestro.staticflows;

import java.io.Serial;

/** A static flow has a mistake. The message says where, what was found and what is allowed. */
public final class BadFlowException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private static final int SHOWN_CHARACTERS = 60;

  BadFlowException(String message) {
    super(message, null, false, false);
  }

  /** A value that is not allowed. */
  static BadFlowException found(String where, String found, String allowed) {
    return new BadFlowException(
        "%s: found '%s'; allowed: %s".formatted(where, shown(found), allowed));
  }

  /** What somebody wrote, for a message. */
  static String shown(String text) {
    String head = text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS);
    return head.replaceAll("\\p{Cntrl}", "?") + (head.length() < text.length() ? "..." : "");
  }

  /** The message, which is never null. */
  String text() {
    return String.valueOf(getMessage());
  }
}
