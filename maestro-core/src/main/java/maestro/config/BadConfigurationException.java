package maestro.config;

import java.util.List;

/** The operator's configuration has mistakes; they are for people to read, one line each. */
public final class BadConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /**
   * Says what is wrong.
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
