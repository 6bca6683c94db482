package maestro;

/** Thrown when a controller cannot be a member of its cluster. */
public final class ClusterStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;

  /**
   * Says what is wrong.
   *
   * @param key the setting below {@code maestro.cluster}
   * @param text what is wrong, in one line
   */
  ClusterStartException(String key, String text) {
    super(text);
    this.key = key;
  }

  /** The setting below {@code maestro.cluster}. */
  public String key() {
    return key;
  }
}
