package maestro.sequence;

import java.util.List;

/** The sequences and the applications do not fit each other. */
public final class WiringException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Mistake> mistakes;

  /**
   * One thing that does not fit.
   *
   * @param key of the configuration
   * @param text what was found and what is allowed
   */
  public record Mistake(String key, String text) {}

  /** Says what does not fit. */
  public WiringException(List<Mistake> mistakes) {
    super(mistakes.toString());
    this.mistakes = List.copyOf(mistakes);
  }

  /** All of it. */
  public List<Mistake> mistakes() {
    return mistakes;
  }
}
