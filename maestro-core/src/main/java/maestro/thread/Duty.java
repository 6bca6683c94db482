package maestro.thread;

/** The work of a thread, in cycles. */
public interface Duty {
  /**
   * Does the work at hand; when there is none, may wait, until {@link #wakeup} at the latest.
   *
   * @param maxWaitNs the longest wait; 0 does not wait
   * @return how much it did, 0 for nothing
   */
  int doWork(long maxWaitNs) throws Exception;

  /** Ends a wait. Any thread. */
  void wakeup();

  /** A cycle has thrown an exception. */
  default void failed(Throwable cause) {}

  /** The last cycle has ended. Called on the thread. */
  default void ended() throws Exception {}
}
