package maestro.emulator.scenario;

/** A scenario has mistakes. The message is for people: {@code FILE:LINE: key: what}, one a line. */
public final class ScenarioException extends Exception {
  private static final long serialVersionUID = 1L;

  public ScenarioException(String message) {
    super(message);
  }
}
