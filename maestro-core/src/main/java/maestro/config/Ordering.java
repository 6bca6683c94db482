package maestro.config;

/** Whether the requests of one switch are handled in order. */
public enum Ordering implements Spelled {
  /** One worker at a time handles them, in the order of the stream. */
  STRICT,
  /** Several workers handle them at once. */
  NONE
}
