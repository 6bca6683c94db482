package maestro.distribution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A connected switch as a strategy sees it: a claim, a weight, and a few scheduling fields.
 *
 * <p><b>The claim.</b> At most one thread serves a member at a time. A worker claims a member
 * before it reads from it and keeps the claim until the application sequence has run over what it
 * read; so requests of one switch are handled in order, and switch-local state needs no lock.
 * {@link #GONE} is final: a closed member can be claimed by nobody, which is how schedules find out
 * and drop it.
 *
 * <p><b>Threads.</b> The package-private scheduling fields belong to the schedule that lists the
 * member (named at each field); they pass from thread to thread through a queue or the claim, both
 * of which order them.
 */
public abstract class Member {
  private static final int FREE = 0;
  private static final int GONE = -1;
  private static final VarHandle CLAIM;
  private static final VarHandle WEIGHT;
  private static final VarHandle SERVED;
  private static final VarHandle HOME;
  private static final VarHandle HOLDER;
  private static final VarHandle LISTED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CLAIM = lookup.findVarHandle(Member.class, "claim", int.class);
      WEIGHT = lookup.findVarHandle(Member.class, "weight", int.class);
      SERVED = lookup.findVarHandle(Member.class, "servedRequests", long.class);
      HOME = lookup.findVarHandle(Member.class, "home", int.class);
      HOLDER = lookup.findVarHandle(Member.class, "holder", int.class);
      LISTED = lookup.findVarHandle(Member.class, "listed", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** 0 free, claimant + 1 claimed, -1 gone. Taken with acquire, given back with release. */
  @SuppressWarnings("unused") // through its VarHandle
  private int claim;

  /** Opaque: written by the claim's holder once the datapath id is known. */
  @SuppressWarnings("unused") // through its VarHandle
  private int weight = 1;

  /** Opaque, single writer: the claim's holder. */
  private long servedRequests;

  /**
   * Opaque: the worker that lists the member; written by the conductor or by the worker that took
   * it over.
   */
  @SuppressWarnings("unused") // through its VarHandle
  private int home = -1;

  /** Opaque: the worker that has taken it over; differs from {@link #home} during a hand-over. */
  @SuppressWarnings("unused") // through its VarHandle
  private int holder = -1;

  /**
   * Whether a schedule has it in one of its lists. Release and acquire: see {@link FairShare} on
   * stealing.
   */
  @SuppressWarnings("unused") // through its VarHandle
  private boolean listed;

  /** fair-share: the worker it was dealt to when it joined. Owner: the conductor. */
  int dealt;

  /** Visits taken in this round. Owner: the schedule that lists it. */
  int turns;

  /** fair-share: requests served in round {@link #round}. Owner: the schedule that lists it. */
  int roundRequests;

  /**
   * fair-share: the round that {@link #roundRequests} counts. Owner: the schedule that lists it.
   */
  long round = -1;

  /** fair-share: what it could not use of its last quantum. Owner: the schedule that lists it. */
  int carriedRequests;

  /**
   * fair-share: the one of {@link Sweeps} in which it was visited. Owner: the schedule that lists
   * it.
   */
  long sweep = -1;

  /** fair-share: whether it stands among the sparse. Owner: the schedule that lists it. */
  boolean sparse;

  /**
   * fair-share: whether its last visit was a small part of a quantum. Owner: the schedule that
   * lists it.
   */
  boolean brief = true;

  /**
   * round-robin: its bit in the {@link ReadySet}. Written by the conductor before the member is
   * published there.
   */
  int slot = -1;

  /** dynamic-partition: what was measured. Owner: the conductor thread. */
  final OfferedRate offered = new OfferedRate();

  /**
   * Tries to become the one that serves this member.
   *
   * @param claimant a number of its own for each thread, 0 or more
   * @return false when somebody else serves it, or it is gone
   */
  public final boolean tryClaim(int claimant) {
    return (int) CLAIM.getAcquire(this) == FREE && CLAIM.compareAndSet(this, FREE, claimant + 1);
  }

  /** Whether this claimant holds the claim. */
  public final boolean isClaimedBy(int claimant) {
    return (int) CLAIM.getOpaque(this) == claimant + 1;
  }

  /** Whether somebody holds the claim. */
  final boolean isClaimed() {
    return (int) CLAIM.getOpaque(this) > FREE;
  }

  /**
   * Gives the claim to another claimant; the caller holds it and passes the member on through a
   * queue.
   */
  final void passClaim(int claimant) {
    CLAIM.setRelease(this, claimant + 1);
  }

  /** Gives the claim back. The caller holds it. */
  public final void release() {
    CLAIM.setRelease(this, FREE);
  }

  /** Marks the member as gone, for good. The caller holds the claim. */
  public final void leave() {
    CLAIM.setRelease(this, GONE);
  }

  /** Whether the member has left. */
  public final boolean isGone() {
    return (int) CLAIM.getAcquire(this) == GONE;
  }

  /** Its share relative to the others: 1 or more. */
  public final int weight() {
    return (int) WEIGHT.getOpaque(this);
  }

  /** Sets the share. The caller holds the claim. */
  public final void weight(int newWeight) {
    WEIGHT.setOpaque(this, newWeight);
  }

  /** How many requests were served since it joined. Any thread. */
  public final long servedRequests() {
    return (long) SERVED.getOpaque(this);
  }

  /** Counts served requests. The caller holds the claim. */
  public final void addServedRequests(int requests) {
    SERVED.setOpaque(this, servedRequests + requests);
  }

  /** Counts served requests of a member that several may serve at once. Any thread. */
  public final void addServedRequestsTogether(int requests) {
    long unused = (long) SERVED.getAndAdd(this, (long) requests);
  }

  /** The worker that lists this member; -1 before it was dealt out. Any thread. */
  public final int home() {
    return (int) HOME.getOpaque(this);
  }

  final void home(int worker) {
    HOME.setOpaque(this, worker);
  }

  final boolean isListed() {
    return (boolean) LISTED.getAcquire(this);
  }

  final void listed(boolean nowListed) {
    LISTED.setRelease(this, nowListed);
  }

  final int holder() {
    return (int) HOLDER.getOpaque(this);
  }

  final void holder(int worker) {
    HOLDER.setOpaque(this, worker);
  }

  /**
   * Reads once, without waiting, into the member's buffer. The caller holds the claim. Only the
   * select thread of {@link SharedQueue} reads before it hands a member to a worker.
   *
   * @param maxBytes at most so much
   * @return whether a worker has something to do: messages, or an end of the stream to deal with
   */
  protected abstract boolean readAhead(int maxBytes);

  /**
   * Bytes that wait in the member's socket and buffer, as far as the system tells. Any thread;
   * cold.
   */
  protected abstract long backlogBytes();
}
