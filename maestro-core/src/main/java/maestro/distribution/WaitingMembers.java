package maestro.distribution;

import org.jctools.queues.atomic.SpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The members that wait at one worker under {@link FairShare}, and the round of the worker.
 *
 * <p><b>Threads.</b> The queues have one producer, the worker, and several consumers: the worker,
 * thieves and the conductor.
 */
final class WaitingMembers {
  /** The least room for members that have left: they stay in the queues until their turn. */
  private static final int SPARE = 64;

  /** Sparse members that ask rarely, and whose last visit was a small part of a quantum. */
  final SpmcAtomicArrayQueue<Member> lowRate;

  /** Sparse members that ask often, and whose last visit was a small part of a quantum. */
  final SpmcAtomicArrayQueue<Member> shortVisits;

  /** The other sparse members. */
  final SpmcAtomicArrayQueue<Member> sparse;

  /** Sparse members that wait for the {@link VisitBudget}, the one that waits longest first. */
  final SpmcAtomicArrayQueue<Member> forBudget;

  /** Members that had a visit in this round and may have another. Their batch may still run. */
  final SpmcAtomicArrayQueue<Member> again;

  // Written by the worker, read by thieves. Volatile: written once a round.
  private volatile SpmcAtomicArrayQueue<Member> active;
  private volatile SpmcAtomicArrayQueue<Member> expired;
  private volatile long round;

  WaitingMembers(int maxMembers) {
    int capacity = maxMembers + Math.max(maxMembers, SPARE); // which a queue rounds up
    this.lowRate = new SpmcAtomicArrayQueue<>(capacity);
    this.shortVisits = new SpmcAtomicArrayQueue<>(capacity);
    this.sparse = new SpmcAtomicArrayQueue<>(capacity);
    this.forBudget = new SpmcAtomicArrayQueue<>(capacity);
    this.again = new SpmcAtomicArrayQueue<>(capacity);
    this.active = new SpmcAtomicArrayQueue<>(capacity);
    this.expired = new SpmcAtomicArrayQueue<>(capacity);
  }

  // ---- the worker's own ----

  /** The backlogged members of this round. */
  SpmcAtomicArrayQueue<Member> active() {
    return active;
  }

  /** The members that have had their quantum in this round. */
  SpmcAtomicArrayQueue<Member> expired() {
    return expired;
  }

  /** The round that the worker is in. Any thread. */
  long round() {
    return round;
  }

  /** Moves the worker to a round. */
  void round(long next) {
    round = next;
  }

  /**
   * Begins the next round with the members that have had their quantum in this one.
   *
   * @param counts whether the round of the worker moves, too
   * @return false when there are none, and this round goes on
   */
  boolean beginRound(boolean counts) {
    SpmcAtomicArrayQueue<Member> next = expired;
    if (next.isEmpty()) {
      return false;
    }
    expired = active;
    active = next;
    round(counts ? round + 1 : round);
    return true;
  }

  boolean hasBacklogged() {
    return !active.isEmpty() || !again.isEmpty() || !expired.isEmpty();
  }

  /** Whether sparse members wait that go before others. */
  boolean hasFirst() {
    return !lowRate.isEmpty() || !shortVisits.isEmpty();
  }

  boolean hasAny() {
    return hasFirst() || !sparse.isEmpty() || !forBudget.isEmpty() || hasBacklogged();
  }

  // ---- for thieves ----

  /**
   * Whether backlogged members wait here for their turn. When the worker is late, sparse members
   * and members that had their quantum count too.
   */
  boolean hasWaiting(boolean late) {
    return !active.isEmpty()
        || (late && (!sparse.isEmpty() || !forBudget.isEmpty() || isFree(expired.peek())));
  }

  /**
   * Takes such a member, but none of a low rate or of short visits: the owner serves those sooner
   * than a thief could. Without those that wait for the budget, seven workers serve 1347 unequal
   * switches a sixteenth slower.
   */
  @Nullable Member take(boolean late) {
    Member member = active.poll();
    if (member == null && late) { // even when the owner's next round begins
      member = sparse.poll();
      member = member == null ? forBudget.poll() : member;
      member = member == null ? expired.poll() : member;
    }
    return member;
  }

  /** Takes an unclaimed member that had a visit in this round, or null. */
  @Nullable Member takeFree() {
    Member member = isFree(again.peek()) ? again.poll() : null;
    return member == null && isFree(expired.peek()) ? expired.poll() : member;
  }

  private static boolean isFree(@Nullable Member member) {
    return member != null && !member.isClaimed();
  }

  /** Takes any waiting member. For the conductor. */
  @Nullable Member take() {
    Member member = lowRate.poll();
    member = member == null ? shortVisits.poll() : member;
    member = member == null ? forBudget.poll() : member;
    member = member == null ? again.poll() : member;
    return member == null ? take(true) : member;
  }
}
