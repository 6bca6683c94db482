package maestro.distribution;

import org.jspecify.annotations.Nullable;

/**
 * A strategy for one worker: which member to visit next, and how many of its requests to serve.
 *
 * <p>Threads: the worker's own, except {@link #wakeup}. No method allocates in steady state.
 */
public interface Schedule extends Readiness.Sink {
  /** How a visit ended. */
  enum Outcome {
    /** No input is left: the schedule lists the member again when it has new input. */
    DRAINED,
    /** There is more input, or may be. */
    BACKLOGGED
  }

  /** A value of {@link #allowance}: everything that one read brings. */
  int ONE_READ = Integer.MAX_VALUE;

  /**
   * The next member to visit, claimed for this worker; null when there is none to be had: nothing
   * is ready, or other threads hold what is ready. The same member may be returned again before the
   * worker has released its claim.
   *
   * @param nowNs the worker's clock. The time from one call to the next, when there was no wait
   *     between them, is what the visit cost.
   */
  @Nullable Member next(long nowNs);

  /**
   * Whether nothing was pending anywhere when {@link #next} has just returned null: the worker, or
   * the thread that polls for it, has found no input at any member that the worker visits. False
   * when others hold such members, and while another thread polls.
   */
  boolean isDrained();

  /**
   * How many visits in a row are enough to have met every member with input, although other workers
   * hold some for a while; {@link Integer#MAX_VALUE} when no number is. When none of them has left
   * input behind, nothing is pending.
   */
  default int visitsToMeetAll() {
    return Integer.MAX_VALUE;
  }

  /** How many requests of the member this visit may serve, or {@link #ONE_READ}. At least 1. */
  int allowance(Member member);

  /**
   * How many bytes one read may take from the member; 0 when the strategy reads itself.
   *
   * @return the same number for all members, when the strategy applies weights by the number of
   *     reads
   */
  int readBytes(Member member);

  /**
   * Lists a member again whose visit ended as drained because its output was full, and whose output
   * has room now.
   */
  @Override
  void ready(Member member);

  /**
   * The visit has ended. The worker still holds the claim and releases it when the batch has run.
   */
  void visited(Member member, int servedRequests, Outcome outcome);

  /**
   * The worker released the claim of the member just visited before it runs the batch, because the
   * requests need no order. Another worker may visit the member at once.
   */
  default void releasedEarly() {}

  /**
   * The batch that ended with the last visit was run, and its replies are written. Called when
   * batches end with each visit, before the claim of the member is released, if it is still held.
   *
   * @param requests at least 1
   * @param tookNs from its first request in an application to its last answer in a socket
   */
  default void ran(int requests, long tookNs) {}

  /**
   * Waits for work after {@link #next} returned null, at most this long. The wait is its last
   * operation; {@link #next} does everything that follows. So in a simulator it can return at once.
   */
  void await(long maxWaitNs);

  /** Ends a wait. Any thread. */
  void wakeup();

  /**
   * How often it has read memory that other workers write, since start: refused claims, lists of
   * other workers. Each read may cost a cache miss, and more workers cause more such reads.
   */
  default long pollsOfOthers() {
    return 0;
  }
}
