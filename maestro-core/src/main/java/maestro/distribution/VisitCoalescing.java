package maestro.distribution;

/**
 * Limits how often {@link FairShare} serves one worker's sparse members first.
 *
 * <p>Each visit costs system calls, however few requests it brings. Under overload, many light
 * members are ready again after each visit to a heavy one, with a few requests each. To visit them
 * each time would cost more than their requests. So each visit to a sparse member adds a debt of
 * {@code worthRequests}, and every served request pays off one. A <em>sweep</em> ends when the debt
 * is paid. In a sweep a sparse member goes first only once; after that visit it waits for the next
 * sweep. A sweep is the longer, the more sparse members bring few requests. The requests that
 * arrive meanwhile are served in one visit, as a network card coalesces interrupts.
 *
 * <p>Threads: one worker's own.
 */
final class VisitCoalescing {
  private final int worthRequests;
  private long sweep;
  private int owedRequests;

  /**
   * Makes the sweeps of one worker.
   *
   * @param worthRequests how many requests a visit to a sparse member should bring on average
   */
  VisitCoalescing(int worthRequests) {
    this.worthRequests = worthRequests;
  }

  /** Whether a sparse member has to wait for the next sweep. */
  boolean mustWait(Member member) {
    return owedRequests > 0 && member.sweep == sweep;
  }

  /** A member was visited. */
  void visited(Member member, boolean sparse, int servedRequests) {
    member.sweep = sweep;
    if (sparse) {
      owedRequests += worthRequests;
    }
    if (owedRequests > 0) {
      owedRequests -= servedRequests;
      if (owedRequests <= 0) {
        begin();
      }
    }
  }

  /** Begins the next sweep and cancels the debt. */
  void begin() {
    owedRequests = 0;
    sweep++;
  }
}
