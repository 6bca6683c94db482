package maestro.config;

/** What holds for the requests of one switch. */
public enum Ordering implements Spelled {
  /** One worker at a time, in the order they came. */
  STRICT,
  /** Several workers at once. */
  NONE
}
