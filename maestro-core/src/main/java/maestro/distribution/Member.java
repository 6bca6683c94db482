package maestro.distribution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A connected switch as a strategy sees it: a claim, a weight and a few scheduling fields.
 *
 * <p><b>The claim.</b> At most one thread serves a member at a time. A worker claims a member
 * before it reads from it. It keeps the claim until the sequence has run over the requests, so
 * requests of one switch are handled in order and switch-local state needs no lock. {@link #GONE}
 * is final: no thread can claim a closed member, and schedules drop it when they find that.
 *
 * <p><b>Threads.</b> The package-private scheduling fields belong to the owner named at each field,
 * mostly the schedule that lists the member. They pass from thread to thread through a queue or the
 * claim; both order the accesses.
 */
public abstract class Member extends FairShareAccount {
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

  /** 0 free, claimant + 1 claimed, -1 gone. Taken with acquire, released with release order. */
  @SuppressWarnings("unused") // through its VarHandle
  private int claim;

  /** Opaque: written by the claim's holder once the datapath id is known. */
  @SuppressWarnings("unused") // through its VarHandle
  private int weight = 1;

  /** Opaque, single writer: the claim's holder. */
  private long servedRequests;

  /**
   * Opaque: the worker that lists the member. Written by the conductor or by the worker that stole
   * the member.
   */
  @SuppressWarnings("unused") // through its VarHandle
  private int home = -1;

  /** Opaque: the worker that has accepted it; differs from {@link #home} during a hand-over. */
  @SuppressWarnings("unused") // through its VarHandle
  private int holder = -1;

  /**
   * Whether a list of a schedule contains it. Release and acquire order, see the threads of {@link
   * FairShare}.
   */
  @SuppressWarnings("unused") // through its VarHandle
  private boolean listed;

  /** Visits in this round. Owner: the schedule that lists it. */
  int turns;

  /**
   * round-robin: its bit in the {@link ReadySet}. Written by the conductor before the member is
   * published there.
   */
  int slot = -1;

  /** dynamic-partition: the measured load. Owner: the conductor. */
  final OfferedRate offered = new OfferedRate();

  /**
   * Tries to take the claim.
   *
   * @param claimant the calling thread's own number, 0 or more
   * @return false when another thread holds the claim, or the member is gone
   */
  public final boolean tryClaim(int claimant) {
    return (int) CLAIM.getAcquire(this) == FREE && CLAIM.compareAndSet(this, FREE, claimant + 1);
  }

  /** Whether this claimant holds the claim. */
  public final boolean isClaimedBy(int claimant) {
    return (int) CLAIM.getOpaque(this) == claimant + 1;
  }

  /** Whether any thread holds the claim. */
  final boolean isClaimed() {
    return (int) CLAIM.getOpaque(this) > FREE;
  }

  /**
   * Passes the claim to another claimant. The caller holds the claim, or took the member with its
   * claim from a queue.
   */
  final void passClaim(int claimant) {
    CLAIM.setRelease(this, claimant + 1);
  }

  /** Releases the claim. The caller holds it. */
  public final void release() {
    CLAIM.setRelease(this, FREE);
  }

  /** Marks the member as gone, permanently. The caller holds the claim. */
  public final void leave() {
    CLAIM.setRelease(this, GONE);
  }

  /** Whether the member has left. */
  public final boolean isGone() {
    return (int) CLAIM.getAcquire(this) == GONE;
  }

  /** Its weight, 1 or more. */
  public final int weight() {
    return (int) WEIGHT.getOpaque(this);
  }

  /** Sets the weight. The caller holds the claim. */
  public final void weight(int newWeight) {
    WEIGHT.setOpaque(this, newWeight);
  }

  /** How many requests were served since the member joined. Any thread. */
  public final long servedRequests() {
    return (long) SERVED.getOpaque(this);
  }

  /** Counts served requests. The caller holds the claim. */
  public final void addServedRequests(int requests) {
    SERVED.setOpaque(this, servedRequests + requests);
  }

  /** Counts served requests of a member that several workers may serve at once. Any thread. */
  public final void addServedRequestsTogether(int requests) {
    long unused = (long) SERVED.getAndAdd(this, (long) requests);
  }

  /** The worker that lists this member; -1 before it was assigned. Any thread. */
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
   * select thread of {@link SharedQueue} uses this, before it passes a member to a worker.
   *
   * @param maxBytes the most bytes to read
   * @param chops whether to find the borders of the requests, too, so that the worker need not
   * @return whether a worker has something to do: messages, or the end of the stream
   */
  protected abstract boolean readAhead(int maxBytes, boolean chops);

  /**
   * Bytes that wait in the member's socket and buffer, as far as the system reports them. Any
   * thread; not for the hot path.
   */
  protected abstract long backlogBytes();
}
