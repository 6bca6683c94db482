package maestro.api;

/** Work that may take long, on a thread of its own. */
@FunctionalInterface
public interface BackgroundTask {
  /**
   * Works until it is done or interrupted.
   *
   * @throws InterruptedException when the controller stops or reloads its configuration
   */
  void run() throws InterruptedException;
}
