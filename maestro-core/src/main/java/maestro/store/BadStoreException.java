package maestro.store;

/** The file of the stores cannot be used. The message begins with what was found. */
public final class BadStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadStoreException(String message) {
    super(message);
  }
}
