package maestro.control.http;

/** The right that a client needs to use an endpoint. */
public enum Access {
  /** Anybody. */
  OPEN,
  /** Who may read. */
  READ,
  /** Who may change the controller. */
  CHANGE,
  /** The same, by DELETE, which needs no body. */
  REMOVE
}
