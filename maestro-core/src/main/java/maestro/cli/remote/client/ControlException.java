package maestro.cli.remote.client;

import java.io.Serial;
import java.util.List;
import maestro.cli.line.CommandLines.Mistakes;

/** Why a controller could not be asked, or what it refused, in a line for the operator. */
public final class ControlException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final boolean inArguments;

  public ControlException(String message) {
    this(message, false);
  }

  private ControlException(String message, boolean inArguments) {
    super(message);
    this.inArguments = inArguments;
  }

  /** The failure when the controller has found a mistake in what the command line asked for. */
  static ControlException inArguments(String message) {
    return new ControlException(message, true);
  }

  /** Whether the mistake is in the arguments of the command. */
  public boolean isInArguments() {
    return inArguments;
  }

  /** What the operator is told. */
  public Mistakes mistakes() {
    return new Mistakes(List.of(inArguments ? String.valueOf(getMessage()) : line()), inArguments);
  }

  /** The line, named as the program names itself. */
  public String line() {
    return "maestro: " + getMessage();
  }
}
