package maestro.distribution;

/**
 * How many requests one worker of {@link FairShare} serves of a member in a round, by the mean time
 * of a request, and in a visit, by that of the member: as many as are configured, or as many as the
 * applications handle in a {@value #BOUND_PART}th of the delay bound, when that is less. So a visit
 * ends within that time, if one request does, but for the first ones after a request began to cost
 * more.
 *
 * <p>The mean is over batches of at least a {@value #SHORT_PART}th of the quantum. In shorter ones
 * the system call to write is most of the time. They count from the second in a row that takes
 * longer than that part of the bound. One batch that is much longer than the mean says little,
 * since the thread may have lost its core; the second one in a row counts in full.
 *
 * <p>Threads: one worker's own.
 */
final class Quantum {
  private static final int BOUND_PART = 4;
  private static final int SHORT_PART = FairSchedule.SHORT_PART;
  private static final int FULL_PART = 2;
  private static final int MUCH_DEARER = 4;
  private static final double SMOOTHING = 1.0 / 16;

  private final int mostRequests;
  private int requests;
  private int nextRequests;
  private double requestNs;
  private double lastNs;
  private boolean lastWasLong;

  /** A quantum of the configured number of requests. */
  Quantum(int mostRequests) {
    this.mostRequests = mostRequests;
    this.requests = mostRequests;
    this.nextRequests = mostRequests;
  }

  /** A round begins: all members have the same quantum in it, whoever is served first. */
  void beginRound() {
    requests = nextRequests;
  }

  /** The number of requests, at least 1. */
  int requests() {
    return requests;
  }

  /** The most requests that a visit to a member serves; 0 when one takes longer than it should. */
  int ofVisit(FairShareAccount member, long boundNs) {
    return member.requestNs > 0
        ? (int) Math.min(requests, boundNs / (BOUND_PART * member.requestNs))
        : requests;
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
    boolean counts = served * SHORT_PART >= requests || (isLong && lastWasLong);
    lastWasLong = isLong;
    if (!counts) {
      return;
    }
    double ns = (double) tookNs / served;
    if (requestNs == 0) {
      requestNs = ns;
    } else {
      double likelyNs = Math.min(ns, Math.max(lastNs, VisitCosts.likely(ns, requestNs)));
      double part = (double) Math.min(served, requests) / requests;
      requestNs += SMOOTHING * part * (likelyNs - requestNs);
    }
    lastNs = ns;
    nextRequests = (int) Math.max(1, Math.min(mostRequests, boundNs / (BOUND_PART * requestNs)));
    if (nextRequests * MUCH_DEARER < requests) { // else the round would take too long
      requests = nextRequests;
    }
  }

  /** The same batch, all of one member: the faster one of its last two says what requests take. */
  void ran(FairShareAccount member, int served, long tookNs, long boundNs) {
    if (served * SHORT_PART >= ofVisit(member, boundNs) || BOUND_PART * tookNs > boundNs) {
      double ns = (double) tookNs / served;
      member.requestNs = member.lastRequestNs > 0 ? Math.min(ns, member.lastRequestNs) : ns;
      member.lastRequestNs = ns;
    }
  }
}
