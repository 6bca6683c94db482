package maestro.emulator.scenario;

import java.nio.file.Path;
import java.util.Optional;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;

/** A scenario has mistakes. The message is for people: {@code FILE:LINE: key: what}, one a line. */
public final class ScenarioException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean inOptions;

  public ScenarioException(String message) {
    super(message);
    inOptions = false;
  }

  /** All mistakes that were found. */
  public ScenarioException(Problems problems) {
    super(String.join(System.lineSeparator(), problems.lines()));
    inOptions = problems.areInOptions();
  }

  /** Refuses a file that cannot be read, with the reason. */
  static void throwUnlessReadable(Path file) throws ScenarioException {
    Optional<String> unreadable = Hocon.whyNotReadable(file);
    if (unreadable.isPresent()) {
      throw new ScenarioException(file + ": " + unreadable.get());
    }
  }

  /** Whether all mistakes are in options of the command line, and none is in a file. */
  public boolean isInOptions() {
    return inOptions;
  }
}
