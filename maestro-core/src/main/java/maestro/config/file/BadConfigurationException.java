package maestro.config.file;

import java.util.List;

/** Thrown when the operator's configuration has mistakes; each is one line for the operator. */
public final class BadConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;
  private final boolean inOptions;

  /**
   * Makes the exception.
   *
   * @param problems at least one line, each of the form {@code PLACE: KEY: what is wrong}
   */
  public BadConfigurationException(List<String> problems) {
    this(problems, false);
  }

  /**
   * The same.
   *
   * @param inOptions whether all mistakes are in options of the command line
   */
  public BadConfigurationException(List<String> problems, boolean inOptions) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
    this.inOptions = inOptions;
  }

  /** Whether all mistakes are in options of the command line, and none is in a file. */
  public boolean isInOptions() {
    return inOptions;
  }

  /** One line for each mistake, ordered by file and line. */
  public List<String> problems() {
    return problems;
  }
}
