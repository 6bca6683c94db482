package maestro.tls;

/** A file or setting with which no TLS can be spoken. */
public final class BadTlsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;

  /**
   * Says what is wrong.
   *
   * @param key the setting below {@code maestro.tls} that is to blame
   * @param text what was found and what is allowed, one line
   */
  public BadTlsException(String key, String text) {
    super(text);
    this.key = key;
  }

  /** The setting below {@code maestro.tls} that is to blame. */
  public String key() {
    return key;
  }
}
