package maestro.distribution;

/**
 * How often {@link FairShare} lets one worker's sparse members go first.
 *
 * <p>A visit costs calls of the kernel, whatever it brings. Under overload many light members are
 * ready again after each visit to a heavy one, with a few requests each; to serve them at once,
 * each time, costs more than the requests do. So a visit to a sparse member owes {@code worth}
 * requests less those that it brings, and all visits together pay: until that is done, who has been
 * visited since the last time it was, in this <em>sweep</em>, waits. Who has not goes first as
 * ever. So the sparse have one visit each in a sweep, which is the longer, the more of them bring
 * little, and what comes meanwhile is served in one piece, as a network card coalesces interrupts.
 *
 * <p>Not thread-safe: of one worker.
 */
final class Sweeps {
  private final int worthRequests;
  private long sweep;
  private int owedRequests;

  /**
   * Makes one.
   *
   * @param worthRequests what a visit to a sparse member is to bring, on average
   */
  Sweeps(int worthRequests) {
    this.worthRequests = worthRequests;
  }

  /** Whether a sparse member waits for the next sweep, or still does. */
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

  /** Begins the next one, whatever is owed. */
  void begin() {
    owedRequests = 0;
    sweep++;
  }
}
