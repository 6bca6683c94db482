package maestro.control;

/** The right that a client needs to use an endpoint. */
enum Access {
  /** Anybody. */
  OPEN,
  /** Who may read. */
  READ,
  /** Who may change the controller. */
  CHANGE,
  /** The same, by DELETE, which needs no body. */
  REMOVE
}
