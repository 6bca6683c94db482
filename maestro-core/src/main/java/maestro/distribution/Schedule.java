package maestro.distribution;

/**
 * One worker's view of a strategy: whom to serve next, and how much.
 *
 * <p>Threads: the worker's own, but for {@link #wakeup}. Nothing here allocates in steady state.
 */
public interface Schedule extends Readiness.Sink {
  /** How a visit ended. */
  enum Outcome {
    /** Nothing is left: the member is listed again when it has new input. */
    DRAINED,
    /** There is or may be more. */
    BACKLOGGED
  }

  /** {@link #allowance}: everything that one read brings. */
  int ONE_READ = Integer.MAX_VALUE;

  /**
   * The next member to visit, claimed for this worker; null when nothing is ready. A member may
   * come again before the worker has released its claim.
   */
  Member next();

  /**
   * How many requests the member may have served in this visit, or {@link #ONE_READ}. At least 1.
   */
  int allowance(Member member);

  /**
   * How many bytes one read may take from the member; 0 when a strategy reads by itself.
   *
   * @return a strategy that gives weights by reads answers the same for all
   */
  int readBytes(Member member);

  /**
   * Lists a member again that was reported as drained since its output was full, and is not any
   * more.
   */
  @Override
  void ready(Member member);

  /** The visit is over; the claim is still held and will be released when the batch has run. */
  void visited(Member member, int servedRequests, Outcome outcome);

  /**
   * The claim of the member just visited was released before its batch is run, since its requests
   * need no order: another worker may go on with it at once.
   */
  default void releasedEarly() {}

  /**
   * Nothing was ready: waits for work, at most so long. The wait is the last thing it does; what
   * has to be done afterwards is done by {@link #next}. So a simulator can let it return at once.
   */
  void await(long maxWaitNs);

  /** Ends a wait. Any thread. */
  void wakeup();

  /**
   * How often so far it has looked at memory that other workers write: claims that were refused,
   * lists of others. Each look may cost a cache miss, and with more workers there are more of them.
   */
  default long looksAtOthers() {
    return 0;
  }
}
