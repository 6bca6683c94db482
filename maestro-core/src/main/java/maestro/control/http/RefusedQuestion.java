package maestro.control.http;

import java.io.Serial;

/** A question that gets a refusal as its answer. */
public final class RefusedQuestion extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private static final int SHOWN_CHARACTERS = 60;

  private final int status;
  private final String title;

  /**
   * Makes a refusal.
   *
   * @param title the name of the status
   * @param detail what was found and what is allowed
   */
  public RefusedQuestion(int status, String title, String detail) {
    super(detail, null, false, false);
    this.status = status;
    this.title = title;
  }

  /** A question with a mistake. */
  public static RefusedQuestion bad(String detail) {
    return new RefusedQuestion(400, "Bad Request", detail);
  }

  /** What a client sent, for a message. */
  public static String shown(String text) {
    return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
  }

  public Answer answer() {
    return Answer.problem(status, title, String.valueOf(getMessage()));
  }
}
