package maestro.control;

/** What answers the GET requests of one path. Called on the control thread; must not block. */
@FunctionalInterface
interface Endpoint {
  /** Makes the answer. */
  Answer answer(Question question);
}
