package maestro.config;

import java.util.List;

/** Thrown when the operator's configuration has mistakes; each is one line for the operator. */
public final class BadConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /**
   * Makes the exception.
   *
   * @param problems at least one line, each of the form {@code PLACE: KEY: what is wrong}
   */
  public BadConfigurationException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** One line for each mistake, ordered by file and line. */
  public List<String> problems() {
    return problems;
  }
}
