package maestro.distribution;

/**
 * Reports which members have input. Level-triggered: each poll reports a watched member while it
 * has input.
 *
 * <p>Threads: one thread at a time, the owner, calls {@link #poll} and {@link #await}; any thread
 * calls the other methods.
 */
public interface Readiness {
  /** Receives the members that are ready. */
  @FunctionalInterface
  interface Sink {
    /** The member has input or an end of stream, or its output has room again after it was full. */
    void ready(Member member);
  }

  /** Reports every watched member that is ready, without waiting. Allocates nothing. */
  void poll(Sink sink);

  /**
   * Reports every watched member that is ready; when there is none, waits until there is one,
   * {@link #wakeup} is called, or the time is up.
   */
  void await(Sink sink, long maxWaitNs);

  /** Ends a wait, the current or the next one. */
  void wakeup();

  /**
   * Starts to report the member, or starts again. A wait under way may notice the member only at
   * its next poll.
   */
  void watch(Member member);

  /**
   * Stops reporting the member until it is watched again. Costs system calls, so use it only for
   * busy members.
   */
  void unwatch(Member member);

  /**
   * The schedule takes the member for one that has input, without a report.
   *
   * @param nowNs since when
   */
  default void assume(Member member, long nowNs) {
    // nothing to note
  }
}
