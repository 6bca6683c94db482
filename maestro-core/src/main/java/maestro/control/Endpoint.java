package maestro.control;

/** What answers the GET requests of one path. Called on the control thread; must not block. */
@FunctionalInterface
interface Endpoint {
  /**
   * Makes the answer.
   *
   * @param query what follows the question mark of the address, decoded by nobody; may be empty
   */
  Answer answer(String query);
}
