package maestro.api;

/**
 * A count that only grows, as {@code /metrics} shows it.
 *
 * <p>Threads: any. Adding takes no lock and allocates nothing, so batch stages may add for each
 * request.
 */
public interface ApplicationCounter {
  /**
   * Adds to the count.
   *
   * @param count 0 or more; what is below 0 is not added
   */
  void add(long count);
}
