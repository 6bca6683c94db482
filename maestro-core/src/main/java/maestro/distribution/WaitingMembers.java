package maestro.distribution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

  private static final VarHandle ROUND;

  static {
    try {
      ROUND = MethodHandles.lookup().findVarHandle(WaitingMembers.class, "round", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

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

  /** Opaque: a thief may see it a little late. */
  private long round;

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

  /** The round that the worker is in. */
  long round() {
    return round;
  }

  /** Moves the worker to a round. */
  void round(long next) {
    ROUND.setOpaque(this, next);
  }

  /**
   * Begins the next round with the members that have had their quantum in this one.
   *
   * @return false when there are none, and this round goes on
   */
  boolean beginRound() {
    SpmcAtomicArrayQueue<Member> next = expired;
    if (next.isEmpty()) {
      return false;
    }
    expired = active;
    active = next;
    round(round + 1);
    return true;
  }

  boolean hasBacklogged() {
    return !active.isEmpty() || !again.isEmpty() || !expired.isEmpty();
  }

  boolean hasAny() {
    return !lowRate.isEmpty()
        || !shortVisits.isEmpty()
        || !sparse.isEmpty()
        || !forBudget.isEmpty()
        || hasBacklogged();
  }

  // ---- for thieves ----

  /** The round that the worker is in, perhaps a little late. */
  long seenRound() {
    return (long) ROUND.getOpaque(this);
  }

  /**
   * Whether backlogged members wait here for their turn. When the worker is late, sparse members
   * and members that had their quantum count too.
   *
   * @param budgetToo whether those do that wait for the budget of their worker
   */
  boolean hasWaiting(boolean late, boolean budgetToo) {
    return !active.isEmpty()
        || (late && (!sparse.isEmpty() || (budgetToo && !forBudget.isEmpty()) || hasFree()));
  }

  /**
   * Takes a sparse member, but none of a low rate or of short visits: the owner serves those sooner
   * than a thief could.
   *
   * @param budgetToo whether it may be one that waits for its worker's budget
   */
  @Nullable Member takeSparse(boolean budgetToo) {
    Member member = sparse.poll();
    return member == null && budgetToo ? forBudget.poll() : member;
  }

  /** Takes an unclaimed member that had a visit in this round, or null. */
  @Nullable Member takeFree() {
    Member member = isFree(again.peek()) ? again.poll() : null;
    return member == null && hasFree() ? expired.poll() : member;
  }

  /** Whether the next member that has had its quantum is unclaimed. */
  private boolean hasFree() {
    return isFree(expired.peek());
  }

  private static boolean isFree(@Nullable Member member) {
    return member != null && !member.isClaimed();
  }

  /** Takes any waiting member. For the conductor. */
  @Nullable Member take() {
    Member member = lowRate.poll();
    member = member == null ? shortVisits.poll() : member;
    member = member == null ? takeSparse(true) : member;
    member = member == null ? active.poll() : member;
    member = member == null ? again.poll() : member;
    return member == null ? expired.poll() : member;
  }
}
