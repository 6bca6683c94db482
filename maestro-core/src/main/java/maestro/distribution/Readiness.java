package maestro.distribution;

/**
 * Tells which members have input. Level-triggered: a watched member is reported at each poll while
 * it has input.
 *
 * <p>Threads: {@link #poll} and {@link #await} are called by one thread at a time, the owner; the
 * others by any.
 */
public interface Readiness {
  /** Takes what has become ready. */
  @FunctionalInterface
  interface Sink {
    /**
     * This member has input, an end of stream, or can be served again after its output was full.
     */
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
   * Begins to report the member, or begins again. A wait that goes on need not notice before its
   * next poll.
   */
  void watch(Member member);

  /**
   * Stops to report the member until it is watched again. Costs system calls: for members that are
   * busy anyway.
   */
  void unwatch(Member member);
}
