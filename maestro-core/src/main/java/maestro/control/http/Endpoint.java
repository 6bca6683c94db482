package maestro.control.http;

/** What answers the requests of one path and method. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Makes the answer. Called on the control thread; must not block.
   *
   * @throws RefusedQuestion when the question has a mistake
   */
  Reply answer(Question question) throws RefusedQuestion;
}
