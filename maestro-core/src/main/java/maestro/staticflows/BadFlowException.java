package maestro.staticflows;

import java.io.Serial;

/** A static flow has a mistake. The message says where, what was found and what is allowed. */
public final class BadFlowException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private static final int SHOWN_CHARACTERS = 60;

  private final boolean contradicts;

  BadFlowException(String message) {
    this(message, false);
  }

  private BadFlowException(String message, boolean contradicts) {
    super(message, null, false, false);
    this.contradicts = contradicts;
  }

  /** A name inside a flow that is not the one by which it is put. */
  static BadFlowException otherName(String found, String name) {
    return new BadFlowException(
        "name: found '%s'; allowed: that of the flow, %s".formatted(shown(found), name), true);
  }

  /** Whether only the name inside the flow contradicts the one by which it is put. */
  public boolean contradicts() {
    return contradicts;
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
