package maestro.network.console;

/** What somebody typed into the console is not right. */
final class MistakeException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem in one line: what was found and what is allowed
   */
  MistakeException(String problem) {
    super(problem, null, false, false);
  }
}
