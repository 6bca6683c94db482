package maestro.distribution;

/**
 * The state of a member under {@link FairShare}. A superclass of {@link Member} and no object of
 * its own, so that a visit touches no further cache line.
 *
 * <p>Threads: the schedule that lists the member, except {@link #dealt}.
 */
abstract class FairShareAccount {
  /** A round, or a time, long ago, also as a difference. */
  static final long NEVER = Long.MIN_VALUE / 2;

  /** The worker to which the conductor assigned it last. Owner: the conductor. */
  int dealt;

  /** The round that the next three count. */
  long round = -1;

  int roundRequests;
  int roundVisits;

  /** What it may have in the round beyond its quantum. */
  int carriedRequests;

  /** Whether its last visit left input. */
  boolean backlogged;

  /** Whether it is listed as sparse. */
  boolean sparse;

  /** Whether its last visit with requests took a small part of a quantum, and drained it. */
  boolean lastVisitWasShort;

  /** Whether a request of it was handled: a handshake says nothing about requests. */
  boolean hasAsked;

  // What a request of it took in its last batch, and the less of that and the one before; 0 before.
  double lastRequestNs;
  double requestNs;

  /** Whether its next visit comes after a wait for the {@link VisitBudget}. */
  boolean waitsForBudget;

  /** The round in which it was tried without a wait, or used half of its quantum since. */
  long triedRound = NEVER;

  /** When it was tried last. */
  long triedNs = NEVER;

  /** When its last visit began; 0 before the first one. */
  private long visitedNs;

  // Its requests of late, and the time in which they came.
  private double seenRequests;
  private double seenNs;

  /**
   * A visit begins that serves so many requests.
   *
   * @param memoryNs what came before a pause of this length counts half as much
   */
  final void asked(long nowNs, int requests, long memoryNs) {
    boolean isFirst = visitedNs == 0; // it was silent before
    long sinceNs = isFirst ? memoryNs / 8 : sinceVisitNs(nowNs);
    double kept = (double) memoryNs / (memoryNs + sinceNs);
    seenNs = kept * seenNs + sinceNs;
    seenRequests = kept * seenRequests + requests;
    visitedNs = nowNs;
  }

  /** How long ago the last visit began. */
  final long sinceVisitNs(long nowNs) {
    return Math.max(0, nowNs - visitedNs); // a thief's clock may have been read before
  }

  /** The mean time between two requests of late, if one came now; 0 while none is known. */
  final double distanceNs(long nowNs, long memoryNs) {
    long sinceNs = sinceVisitNs(nowNs);
    double kept = (double) memoryNs / (memoryNs + sinceNs);
    return seenRequests > 0 ? (kept * seenNs + sinceNs) / (kept * seenRequests) : 0;
  }
}
