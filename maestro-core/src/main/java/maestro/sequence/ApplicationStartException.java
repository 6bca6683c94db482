package maestro.sequence;

/** An application could not start; its cause is what it threw. */
public final class ApplicationStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String application;

  /**
   * Says which.
   *
   * @param application its name
   * @param cause what it threw
   */
  public ApplicationStartException(String application, Throwable cause) {
    super("the application '" + application + "' could not start: " + cause, cause);
    this.application = application;
  }

  /** The name of the application. */
  public String application() {
    return application;
  }
}
