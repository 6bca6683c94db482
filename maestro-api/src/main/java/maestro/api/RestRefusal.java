package maestro.api;

/**
 * A handler throws this to refuse a request: the client gets the status and the text. It does not
 * count as a fault of the application.
 */
public final class RestRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int MIN_STATUS = 400;
  private static final int MAX_STATUS = 599;

  private final int status;

  /**
   * Makes a refusal.
   *
   * @param status the HTTP status, 400 to 599
   * @param detail what was found and what is allowed, for people
   * @throws IllegalArgumentException when the status is not allowed
   */
  public RestRefusal(int status, String detail) {
    super(detail, null, false, false);
    if (status < MIN_STATUS || status > MAX_STATUS) {
      throw new IllegalArgumentException(
          "status: found " + status + "; allowed: " + MIN_STATUS + " to " + MAX_STATUS);
    }
    this.status = status;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }
}
