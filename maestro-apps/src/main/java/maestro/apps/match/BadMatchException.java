package maestro.apps.match;

/** A text does not say which packets are meant. */
public final class BadMatchException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String found;
  private final String allowed;

  BadMatchException(String found, String allowed) {
    super("found " + found + "; allowed: " + allowed);
    this.found = found;
    this.allowed = allowed;
  }

  /** The words that were found. */
  public String found() {
    return found;
  }

  /** What could stand there. */
  public String allowed() {
    return allowed;
  }
}
