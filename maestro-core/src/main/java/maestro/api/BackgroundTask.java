package maestro.api;

/** Work that takes its time, on a thread of its own. */
@FunctionalInterface
public interface BackgroundTask {
  /**
   * Works until it is done or interrupted.
   *
   * @throws InterruptedException when the controller stops or its configuration was read anew
   */
  void run() throws InterruptedException;
}
