package maestro.config;

/** What a client may do that shows a token. */
public enum TokenRight implements Spelled {
  /** Read everything, and change nothing. */
  READ,
  /** Read, and change the controller. */
  CHANGE
}
