package maestro.sequence.application;

/** An application could not start; the cause is the exception that it threw, if it threw one. */
public final class ApplicationStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String application;

  /**
   * Makes the exception.
   *
   * @param application the application's name
   * @param cause the exception that it threw
   */
  public ApplicationStartException(String application, Throwable cause) {
    super("the application '" + application + "' could not start: " + cause, cause);
    this.application = application;
  }

  /**
   * The same for an application that threw nothing.
   *
   * @param why it could not start
   */
  public ApplicationStartException(String application, String why) {
    super("the application '" + application + "' could not start: " + why);
    this.application = application;
  }

  /** The name of the application. */
  public String application() {
    return application;
  }
}
