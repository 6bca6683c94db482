package maestro.distribution;

/**
 * How many requests one worker of {@link FairShare} serves of a member in a round: as many as are
 * configured, or as many as the applications handle in a {@value #BOUND_PART}th of the delay bound,
 * when that is less. So a visit ends within that time whatever a request costs, if one request
 * does.
 *
 * <p>The time of a request is a mean over batches of at least a {@value #BRIEF_PART}th of the
 * quantum. In shorter ones the system call to write is most of it; they count when two in a row
 * take longer than that part of the bound. One batch that is much longer than the mean says little,
 * since the thread may have lost its core; the second one in a row counts in full.
 *
 * <p>Threads: one worker's own.
 */
final class Quantum {
  private static final int BOUND_PART = 4;
  private static final int BRIEF_PART = FairSchedule.BRIEF_PART;
  private static final int FULL_PART = 2;
  private static final double SMOOTHING = 1.0 / 16;

  private final int mostRequests;
  private int requests;
  private double requestNs;
  private double lastNs;
  private boolean lastWasLong;

  /** A quantum of the configured number of requests. */
  Quantum(int mostRequests) {
    this.mostRequests = mostRequests;
    this.requests = mostRequests;
  }

  /** The number of requests, at least 1. */
  int requests() {
    return requests;
  }

  /** A visit that serves so many is full. */
  int fullRequests() {
    return Math.max(1, requests / FULL_PART);
  }

  /**
   * A batch was run.
   *
   * @param served its requests, at least 1
   * @param tookNs from its first request in an application to its last answer in a socket
   */
  void ran(int served, long tookNs, long boundNs) {
    boolean isLong = BOUND_PART * tookNs > boundNs;
    boolean counts = served * BRIEF_PART >= requests || (isLong && lastWasLong);
    lastWasLong = isLong;
    if (!counts) {
      return;
    }
    double ns = (double) tookNs / served;
    if (requestNs == 0) {
      requestNs = ns;
    } else {
      double likelyNs = Math.min(ns, Math.max(lastNs, VisitCosts.likely(ns, requestNs)));
      requestNs += SMOOTHING * (likelyNs - requestNs);
    }
    lastNs = ns;
    requests = (int) Math.max(1, Math.min(mostRequests, boundNs / (BOUND_PART * requestNs)));
  }
}
