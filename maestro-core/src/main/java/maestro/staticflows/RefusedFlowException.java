package maestro.staticflows;

import java.io.Serial;

/** A change of the static flows is not possible now. Nothing has changed. */
public final class RefusedFlowException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /** Why. */
  public enum Kind {
    /** There is no such flow. */
    UNKNOWN,
    /** Another flow is in the way, or there are too many. */
    CONFLICT,
    /** The flows cannot be kept. */
    UNAVAILABLE
  }

  private final Kind kind;

  RefusedFlowException(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  /** Why. */
  public Kind kind() {
    return kind;
  }
}
