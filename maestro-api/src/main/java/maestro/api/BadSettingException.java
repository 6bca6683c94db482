package maestro.api;

/**
 * A setting has a value that is not allowed. The operator gets one line with the file, the line,
 * the value and the allowed values. The controller does not start, or keeps its old configuration
 * after a reload.
 */
public final class BadSettingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String found;
  private final String allowed;

  /**
   * Makes the exception.
   *
   * @param key the setting, below {@code applications.NAME}
   * @param found the operator's value
   * @param allowed the allowed values, in words: {@code "16 to 1048576"}
   */
  public BadSettingException(String key, Object found, String allowed) {
    super(key + ": found " + found + "; allowed: " + allowed);
    this.key = key;
    this.found = String.valueOf(found);
    this.allowed = allowed;
  }

  /** The setting, below {@code applications.NAME}. */
  public String key() {
    return key;
  }

  /** The value that was found. */
  public String found() {
    return found;
  }

  /** The allowed values, in words. */
  public String allowed() {
    return allowed;
  }
}
