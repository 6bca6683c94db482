package maestro.distribution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of a member under {@link FairShare}. A superclass of {@link Member} and no object of
 * its own, so that a visit touches no further cache line.
 *
 * <p>Threads: the schedule that lists the member, except {@link #dealt} and {@link #waitsSinceNs}.
 */
abstract class FairShareAccount {
  /** What a socket holds is found anew after one or two such periods. */
  private static final long MOST_PERIOD_NS = 8_000_000_000L;

  private static final VarHandle WAITS_SINCE_NS;

  static {
    try {
      WAITS_SINCE_NS =
          MethodHandles.lookup().findVarHandle(FairShareAccount.class, "waitsSinceNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The worker to which the conductor assigned it last. Owner: the conductor. */
  int dealt;

  /** The requests served in round {@link #round}. */
  int roundRequests;

  /** The round that {@link #roundRequests} counts. */
  long round = -1;

  /** Its visits in round {@link #round}. */
  int roundVisits;

  /** The unused requests of its last quantum. */
  int carriedRequests;

  /** When its last visit began; 0 before the first one. */
  long visitedNs;

  /** From when on it counts as one that asks rarely, see {@link VisitBudget}. */
  long rareAgainNs;

  /** Its requests of late, and the time in which they came, see {@link VisitBudget}. */
  double seenRequests;

  double seenNs;

  /** The most requests that a visit brought since {@link #mostSinceNs}. */
  private int most;

  /** The most requests that a visit brought in the period before that. */
  private int mostBefore;

  /** When the period of {@link #most} began. */
  private long mostSinceNs;

  /** So many of its visits brought much after a wait for the budget, since one without a wait. */
  int waitsWithMuch;

  /** Whether it brings as much without a wait: it has few requests outstanding at a time. */
  boolean windowLimited;

  /** Whether the requests of its last visit cost several times as much as the rest of it. */
  boolean visitPaysForItself;

  /** Whether it waits, or has waited, for the visit to come. */
  boolean waitsForBudget;

  /** Whether the visit to come is paid as that of a member that asks rarely. */
  boolean paidAsRare;

  /** Whether its last visit left input. */
  boolean backlogged;

  /** Whether it is listed as sparse. */
  boolean sparse;

  /** Whether a visit has served a request of it. */
  boolean hasBeenServed;

  /** Whether its last visit with requests took a small part of a quantum, and drained it. */
  boolean lastVisitWasShort;

  /**
   * Since when it waits for the budget. Opaque: a worker may read it just after a thief has taken
   * the member.
   */
  @SuppressWarnings("unused") // through its VarHandle
  private long waitsSinceNs;

  final long waitsSinceNs() {
    return (long) WAITS_SINCE_NS.getOpaque(this);
  }

  final void waitsSinceNs(long ns) {
    WAITS_SINCE_NS.setOpaque(this, ns);
  }

  /**
   * Counts the requests of a visit. Call it before {@link #visitedNs} changes.
   *
   * @param memoryNs what is so long ago counts half as much
   */
  final void remember(long nowNs, int requests, long memoryNs) {
    long sinceNs = nowNs - visitedNs;
    double kept = (double) memoryNs / (memoryNs + sinceNs);
    seenNs = kept * seenNs + sinceNs;
    seenRequests = kept * seenRequests + requests;
    if (nowNs - mostSinceNs >= MOST_PERIOD_NS) {
      mostSinceNs = nowNs;
      mostBefore = most;
      most = 0;
    }
    most = Math.max(most, requests);
  }

  /**
   * It asked for so many requests since its last visit: it is rare again when they are paid off.
   *
   * @param distanceNs each request moves that time by so much
   * @param burst so many may come together
   * @param mostOwedNs it is rare again after that time at the latest
   */
  final void asked(long nowNs, int requests, long distanceNs, int burst, long mostOwedNs) {
    long burstNs = (burst - 1) * distanceNs;
    long paidOffNs = Math.max(rareAgainNs + burstNs, visitedNs) + requests * distanceNs;
    rareAgainNs = Math.min(paidOffNs - burstNs, nowNs + mostOwedNs);
  }

  /** The most requests that a visit brought of late: its socket can hold so many. */
  final int mostPerVisit() {
    return Math.max(most, mostBefore);
  }

  /** The mean time between two requests of late; 0 while none are known. */
  final double distanceNs() {
    return seenRequests > 0 ? seenNs / seenRequests : 0;
  }
}
