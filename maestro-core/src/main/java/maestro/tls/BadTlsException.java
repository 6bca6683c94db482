package maestro.tls;

/** Thrown for a file or setting that TLS cannot use. */
public final class BadTlsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;

  /**
   * Says what is wrong.
   *
   * @param key the wrong setting below {@code maestro.tls}
   * @param text the value found and the allowed values, in one line
   */
  BadTlsException(String key, String text) {
    super(text);
    this.key = key;
  }

  /** The wrong setting below {@code maestro.tls}. */
  public String key() {
    return key;
  }
}
