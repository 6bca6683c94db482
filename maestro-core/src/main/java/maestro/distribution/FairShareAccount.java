package maestro.distribution;

/**
 * What {@link FairShare} keeps of a member. A superclass of {@link Member} and no object of its
 * own, so that a visit touches no further cache line.
 *
 * <p>Threads: the schedule that lists the member, except {@link #dealt}.
 */
abstract class FairShareAccount {
  /** The worker to which the conductor assigned it last. Owner: the conductor. */
  int dealt;

  /** The requests served in round {@link #round}. */
  int roundRequests;

  /** The round that {@link #roundRequests} counts. */
  long round = -1;

  /** The unused requests of its last quantum. */
  int carriedRequests;

  /** The sweep of its last visit, see {@link VisitCoalescing}. */
  long sweep = -1;

  /** Whether it is listed as sparse. */
  boolean sparse;

  /** Whether its last visit was a small part of a quantum. */
  boolean brief = true;
}
