package maestro.sequence.event;

import java.util.List;

/**
 * The outcome of a request to an application. Immutable.
 *
 * @param status the HTTP status
 * @param text a JSON document when the status is one of success, or else a text for people
 * @param allowed with status 405 the methods of the path; else empty
 */
public record ApplicationAnswer(int status, String text, List<String> allowed) {
  static ApplicationAnswer refused(int status, String detail) {
    return new ApplicationAnswer(status, detail, List.of());
  }

  /** Whether the text is a JSON document. */
  public boolean isDone() {
    return status < 300;
  }
}
