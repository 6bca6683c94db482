package maestro.apps.match;

/** Thrown when a text does not describe a set of packets. */
public final class BadMatchException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String found;
  private final String allowed;

  BadMatchException(String found, String allowed) {
    super("found " + found + "; allowed: " + allowed);
    this.found = found;
    this.allowed = allowed;
  }

  /** The words in the text. */
  public String found() {
    return found;
  }

  /** The words that are allowed there. */
  public String allowed() {
    return allowed;
  }
}
