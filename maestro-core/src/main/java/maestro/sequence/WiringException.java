package maestro.sequence;

import java.util.List;

/** The sequences and the applications do not fit each other. */
public final class WiringException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Mistake> mistakes;

  /**
   * A mistake.
   *
   * @param key the key in the configuration
   * @param text what was found and what is allowed
   */
  public record Mistake(String key, String text) {}

  /** Makes the exception. */
  WiringException(List<Mistake> mistakes) {
    super(mistakes.toString());
    this.mistakes = List.copyOf(mistakes);
  }

  /** All mistakes. */
  public List<Mistake> mistakes() {
    return mistakes;
  }
}
