package maestro.emulator.condition;

/** A condition that cannot be read. The message says where, what was found and what is allowed. */
public final class ConditionException extends Exception {
  private static final long serialVersionUID = 1L;

  ConditionException(int column, String message) {
    super("column " + column + ": " + message);
  }
}
