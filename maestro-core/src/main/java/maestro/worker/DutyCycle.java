package maestro.worker;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import maestro.batching.BatchingPolicy;
import maestro.batching.DelayBound;
import maestro.distribution.Schedule;
import maestro.distribution.Schedule.Outcome;
import maestro.distribution.VisitedMember;
import maestro.net.connection.Chopped;
import maestro.net.connection.Connection;
import org.jspecify.annotations.Nullable;

/**
 * What a worker decides in a cycle: whom to visit, how much a visit takes, when the batch is full,
 * and what the batching policy learns. {@link Worker} does that with connections, and the simulator
 * with numbers of requests in virtual time.
 *
 * <ol>
 *   <li>A cycle begins, and visits one member after the other until its batch is gathered.
 *   <li>A visit cuts requests off the input and reads, until the allowance is used up or nothing is
 *       left.
 *   <li>A batch is gathered when it has reached the threshold, its time is up, or there are no
 *       buffers for another visit; when no member is to be had; or when one must be closed. With
 *       some strategies it is gathered after each visit.
 *   <li>Then it is run. When it was full, or the last of what is pending, the policy hears of it.
 *   <li>A worker holds the claim of a member from the first visit in a cycle until the batch has
 *       run and the replies are written. Without order it holds the claim only during the visit.
 * </ol>
 *
 * <p>Threads: the worker's own. In steady state nothing here allocates.
 *
 * @param <M> what is visited
 */
public abstract class DutyCycle<M extends VisitedMember> {
  /** The largest batch of a worker. */
  public static final int MAX_BATCH_REQUESTS = 8192;

  /** The longest wait of a worker without work. */
  public static final long MAX_WAIT_NS = 100_000_000;

  private final Schedule schedule;
  private final boolean batchPerVisit;
  private final BatchingPolicy policy;
  private final DelayBound bound;
  private boolean inOrder;

  @SuppressWarnings("unchecked") // the array never leaves this class
  private M[] held = (M[]) new VisitedMember[256];

  private int heldCount;

  /** The visits since one has left input behind, or may have. */
  private long visitsSinceMore;

  // This cycle.
  private int visits;
  private boolean due;
  private boolean closing;
  private boolean drained;
  private long batchStartNs;
  private long nowNs;

  // This visit.
  private @Nullable M visited;
  private int served;
  private boolean backlogged;
  private boolean isServed;

  /**
   * Makes a cycle.
   *
   * @param batchPerVisit whether a batch ends with each visit, whatever its size
   */
  protected DutyCycle(
      Schedule schedule, boolean batchPerVisit, BatchingPolicy policy, DelayBound bound) {
    this.schedule = schedule;
    this.batchPerVisit = batchPerVisit;
    this.policy = policy;
    this.bound = bound;
  }

  // ---- what a cycle is made of ----

  /** Nanoseconds. */
  protected abstract long clockNs();

  /** The next member that the schedule gives, with its claim; null when none is to be had. */
  protected abstract @Nullable M next();

  /**
   * Opens the input of a member for a visit. False when it may not be served now: then the schedule
   * was told so, and the visit is over.
   */
  protected abstract boolean open(M member);

  /** Reads once: bytes, 0 for none, {@link Connection#BUFFER_FULL}, or the end of the stream. */
  protected abstract int read(M member, int maxBytes);

  /** Cuts at most so many requests off the input, into the batch. */
  protected abstract Chopped chop(M member, int maxRequests);

  /** A visit is over; the schedule hears of it next. */
  protected abstract void leave(M member, boolean isBacklogged);

  /** The requests of the batch. */
  protected abstract int batchedRequests();

  /** Whether there are buffers for another visit, when the worker holds so many members. */
  protected abstract boolean hasRoom(int members);

  /** Runs the batch, writes the replies, and leaves the batch empty. Returns when that was done. */
  protected abstract long runBatch();

  /** Keeps the input of a member that the batch needs, since the claim is about to be released. */
  protected abstract void detach(M member);

  /** Releases the claim of a member that has left the cycle, or closes the member. */
  protected abstract void letGo(M member);

  // ---- the cycle ----

  /** Begins a cycle. */
  protected final void begin() { // 1
    nowNs = clockNs();
    batchStartNs = nowNs;
    due = false;
    closing = false;
    drained = false;
  }

  /** Visits the next member; {@link #endVisit} follows. False when none is to be had. */
  protected final boolean visitNext() {
    M member = next();
    if (member == null) {
      drained = visits > 0 && schedule.isDrained();
      return false;
    }
    hold(member);
    visited = member;
    served = 0;
    backlogged = false;
    isServed = open(member);
    if (isServed) {
      visit(member);
    }
    return true;
  }

  /**
   * Cuts off and reads. While the visit has served nothing it goes on reading, so that a visit that
   * ends as backlogged has brought the member forward, however long the next message is and however
   * small the allowance.
   */
  private void visit(M member) { // 2
    int allowance = schedule.allowance(member);
    int readBytes = member.bytesToRead(schedule.readBytes(member), allowance);
    boolean mayRead = readBytes > 0 && !member.hasEnded();
    boolean readDue = mayRead && member.bufferedBytes() < readBytes / 2;
    while (true) {
      if (readDue) {
        readDue = false;
        mayRead = readOnce(member, readBytes) && allowance != Schedule.ONE_READ;
        if (member.isCongested()) { // by the replies of the batch that was run to make room
          backlogged = true;
          return;
        }
      }
      Chopped chopped = chop(member, allowance - served);
      served += member.choppedRequests();
      if (chopped == Chopped.RUN_FIRST) {
        runWithin(member);
        if (member.isCongested()) { // the rest waits until the switch reads its answers
          backlogged = true;
          return;
        }
      } else if (chopped != Chopped.EMPTY) {
        backlogged = chopped == Chopped.LIMIT;
        return;
      } else if (!mayRead || (served > 0 && served >= allowance / 2)) {
        // The rest is not worth a batch of its own.
        backlogged = readBytes > 0 ? member.mayHaveMore() : member.holdsMore();
        return;
      } else {
        readDue = true;
      }
    }
  }

  /**
   * Reads once. When requests of the batch fill the input buffer, runs the batch first. Returns
   * whether the next read may bring something: this one did, and left more.
   */
  private boolean readOnce(M member, int readBytes) {
    int count = read(member, readBytes);
    if (count == Connection.BUFFER_FULL) {
      runWithin(member);
      count = read(member, readBytes);
    }
    return count > 0 && member.mayHaveMore();
  }

  /** Runs the batch in the middle of a visit, whose claim the worker keeps. */
  private void runWithin(M member) {
    batchStartNs = runBatch(); // the rest of the visit is a new batch
    release(member);
  }

  /** Ends the visit. Returns whether the batch is gathered. */
  protected final boolean endVisit() {
    M member = Objects.requireNonNull(visited);
    visited = null;
    if (isServed) {
      visitsSinceMore = backlogged || member.mayHaveMore() ? 0 : visitsSinceMore + 1;
      leave(member, backlogged);
      schedule.visited(member, served, backlogged ? Outcome.BACKLOGGED : Outcome.DRAINED);
    }
    closing = member.isClosing();
    if (!inOrder) { // 5
      letGoEarly(member);
    }
    visits++;
    nowNs = clockNs();
    due = // 3
        batchPerVisit
            || batchedRequests() >= policy.threshold()
            || nowNs - batchStartNs >= bound.ns()
            || !hasRoom(heldCount);
    return due || closing;
  }

  private void letGoEarly(M member) {
    detach(member);
    heldCount--;
    held[heldCount] = null;
    letGo(member);
    schedule.releasedEarly();
  }

  /**
   * Ends the cycle, after its batch was run.
   *
   * @param requests of the batch
   * @param writtenNs when its answers were written
   */
  protected final void end(int requests, long writtenNs) { // 4
    int switches = inOrder ? heldCount : visits;
    if (batchPerVisit && requests > 0) {
      schedule.ran(requests, writtenNs - nowNs);
    }
    release(null);
    if (drained) {
      policy.onNothingPending();
    } else if (due && requests > 0) {
      policy.onGathered(visits, switches);
      boolean isPending = visitsSinceMore <= schedule.visitsToMeetAll();
      policy.onFullBatch(requests, writtenNs - batchStartNs, isPending);
    } // a batch that is neither full nor the last of what is pending says nothing
    visits = 0;
  }

  private void hold(M member) {
    if (member.enterCycle()) {
      if (heldCount == held.length) {
        held = Arrays.copyOf(held, 2 * heldCount);
      }
      held[heldCount++] = member;
    }
  }

  /**
   * Releases the claims after a batch.
   *
   * @param kept the member whose visit continues and whose claim the worker keeps; null for none
   */
  private void release(@Nullable M kept) {
    for (int i = 0; i < heldCount; i++) {
      M member = held(i);
      if (member == kept) {
        member.batchWasRun();
      } else {
        letGo(member);
      }
      held[i] = null;
    }
    heldCount = 0;
    if (kept != null) {
      held[heldCount++] = kept;
    }
  }

  /**
   * Releases what a cycle that has failed still holds.
   *
   * @param first called for each member before it is released
   */
  protected final void abandon(Consumer<M> first) {
    int count = heldCount;
    heldCount = 0;
    visits = 0;
    visited = null;
    for (int i = 0; i < count; i++) {
      M member = held[i];
      held[i] = null;
      if (member != null) { // else it was released before the error
        first.accept(member);
        letGo(member);
      }
    }
  }

  // ---- for those who do the work ----

  /** Whether the worker keeps the claim of a member until its requests are handled. */
  protected final boolean isInOrder() {
    return inOrder;
  }

  /** Changes that. Call it only between two cycles. */
  protected final void inOrder(boolean keepsOrder) {
    inOrder = keepsOrder;
  }

  /** When the last visit ended, or the cycle began. */
  protected final long nowNs() {
    return nowNs;
  }

  /** The visits of this cycle that have ended. */
  protected final int visits() {
    return visits;
  }

  /** How many members the cycle holds. */
  protected final int heldCount() {
    return heldCount;
  }

  /** One of the members that the cycle holds. */
  protected final M held(int index) {
    return held[index];
  }

  /** The strategy. */
  protected final Schedule schedule() {
    return schedule;
  }

  /** How many requests make a batch: the IBT. */
  public final int threshold() {
    return policy.threshold();
  }
}
