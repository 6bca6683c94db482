package maestro.distribution;

import java.util.function.LongSupplier;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of one worker under {@link FairShare}, whose steps the numbers name.
 *
 * <p>Threads: the worker's own, except {@link #waiting}, {@link #deal}, {@link #wakeIfIdle} and
 * {@link #wakeup}.
 */
final class FairSchedule implements Schedule {
  /** A visit is short when it took at most this part of a quantum. */
  static final int BRIEF_PART = 16;

  /** A member that brought so many requests after a wait will bring some after the next one. */
  private static final int SURE_REQUESTS = 4;

  /** A member that is stolen gets the quanta of so many rounds at most that it missed. */
  static final int MOST_MISSED = 16;

  /** A member that asks for a quantum within so many rounds may be a heavy one. */
  static final int HEAVY_ROUNDS = 2;

  /** The longest round of late loses this part of its length with each round. */
  private static final int DECAY = 8;

  private static final long RETRY_NS = 20_000;
  private static final int MAX_ATTEMPTS = 64;

  private final int worker;
  private final Quantum quantum;
  private final int readBytes;
  private final LongSupplier delayBoundNs;
  private final Parking parking;
  private final Readiness readiness;
  private final WaitingMembers waiting;
  private final FirstServed first;
  private final Stealing stealing;
  private final VisitBudget budget;

  /** The schedules of all workers. */
  private final FairSchedule[] all;

  private final MpscUnboundedAtomicArrayQueue<Member> inbox =
      new MpscUnboundedAtomicArrayQueue<>(256);

  /**
   * Volatile: raised by this worker before it waits, lowered by it or by the thread that wakes it.
   */
  private volatile boolean idle;

  /** Whether one worker at a time serves a member; otherwise rounds pass that are not its own. */
  private boolean inOrder = true;

  private long nowNs;
  private long roundBeganNs;

  /** The length of the longest round of late: rounds differ by several times. */
  private long roundNs;

  /** Whether the budget pays for the visit to the member picked last. */
  private boolean charged;

  /**
   * Makes the schedule.
   *
   * @param all the schedules of all workers; filled before the first one runs
   */
  FairSchedule(int worker, DistributionSettings settings, Readiness readiness, FairSchedule[] all) {
    this.worker = worker;
    this.quantum = new Quantum(settings.quantumRequests());
    this.readBytes = settings.readBytes();
    this.delayBoundNs = settings.delayBoundNs();
    this.parking = settings.parking();
    this.readiness = readiness;
    this.all = all;
    this.waiting = new WaitingMembers(settings.maxMembers());
    this.first = new FirstServed(waiting);
    this.stealing = new Stealing(worker, waiting, this, all);
    this.budget = new VisitBudget(quantum, settings.lightVisitsPart(), delayBoundNs);
  }

  /** The members that wait here. Any thread. */
  WaitingMembers waiting() {
    return waiting;
  }

  /** Assigns a member that is in no queue to this worker. For the conductor, or another worker. */
  void deal(Member member) {
    inbox.offer(member);
    readiness.wakeup();
  }

  @Override
  public @Nullable Member next(long newNowNs) {
    if (idle) {
      idle = false;
    }
    nowNs = newNowNs;
    boolean hasBacklogged = waiting.hasBacklogged();
    budget.at(nowNs, hasBacklogged, waiting.forBudget.size()); // 4
    if (!hasBacklogged) {
      roundBeganNs = nowNs;
    }
    first.at(nowNs, delayBoundNs.getAsLong()); // 7
    for (Member member = inbox.poll(); member != null; member = inbox.poll()) {
      if (member.home() == worker) { // else it was assigned to another worker meanwhile
        readiness.watch(member);
        ready(member);
      }
    }
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Member member = pick();
      if (member == null) {
        return null;
      }
      if (member.tryClaim(worker) || member.isClaimedBy(worker)) {
        return member;
      }
      if (member.isGone()) {
        member.listed(false);
      } else { // the conductor has the claim for a moment
        member.sparse = false;
        waiting.expired().offer(member);
      }
    }
    return null;
  }

  @Override
  public boolean isDrained() {
    return !waiting.hasAny();
  }

  private @Nullable Member pick() {
    boolean polled = false;
    while (true) {
      charged = true;
      Member member = first.next(); // 3
      if (member != null) {
        return member;
      }
      if (first.isPollDue()) { // 7
        readiness.poll(this);
        first.polled();
        polled = true;
        continue;
      }
      member = waiting.sparse.poll(); // 2
      if (member == null) {
        member = pollHeld();
      }
      if (member != null) {
        first.servesSparse();
        return member;
      }
      member = waiting.active().poll(); // 1
      charged = member == null;
      if (member == null) {
        member = waiting.again.poll();
      }
      if (member == null && waiting.shortVisits.isEmpty()) {
        member = stealing.steal(budget.hasAny()); // 8
      }
      if (member != null) {
        first.pollSoon();
        return member;
      }
      if (!waiting.shortVisits.isEmpty()) {
        first.pollSoon();
      } else if (!beginRound()) {
        member = waiting.forBudget.poll(); // no other member waits
        if (member != null) {
          return member;
        } else if (polled) {
          return null;
        } else {
          first.pollSoon();
        }
      }
    }
  }

  private @Nullable Member pollHeld() {
    Member longest = waiting.forBudget.peek(); // a thief may take it: then the next one is polled
    return longest != null && budget.releases(longest, waiting.forBudget.size())
        ? waiting.forBudget.poll()
        : null;
  }

  @Override
  public void ready(Member member) {
    boolean isListed = member.isListed(); // before its home: see the class comment
    if (member.home() != worker) {
      readiness.unwatch(member);
    } else if (!isListed) {
      list(member);
    } else if (!member.sparse) { // 7
      readiness.unwatch(member);
    }
  }

  private void list(Member member) {
    member.listed(true);
    member.sparse = left(member) > 0;
    if (!member.sparse) { // 6
      waiting.expired().offer(member);
    } else if (waiting.hasBacklogged()
        && !budget.admit(member, !waiting.forBudget.isEmpty())) { // 4
      member.sparse = false; // not watched meanwhile: 7
      if (needsTheRound(member)) { // 5
        listInRound(member);
      } else {
        holdBack(member);
      }
    } else if (member.lastVisitWasShort) { // 3
      first.add(member, budget.asksRarely(member));
    } else { // 2
      waiting.sparse.offer(member);
    }
  }

  /** Lists a member that may be heavy by its visits in the round, so that it does not wait. */
  private void listInRound(Member member) {
    if (member.roundVisits == 0) { // at once, else it comes last in each round
      member.sparse = true;
      waiting.sparse.offer(member);
    } else if (member.roundVisits == 1) {
      waiting.again.offer(member);
    } else {
      waiting.expired().offer(member);
    }
  }

  /** Begins the next round; false when no member is backlogged. */
  private boolean beginRound() {
    if (!waiting.beginRound()) {
      return false;
    }
    roundNs = Math.max(nowNs - roundBeganNs, roundNs - roundNs / DECAY);
    roundBeganNs = nowNs;
    if (waiting.active().size() > 1) {
      stealing.wakeOne();
    }
    return true;
  }

  /** Wakes the worker when it waits. Any thread. */
  boolean wakeIfIdle() {
    if (!idle) {
      return false;
    }
    idle = false; // the next call wakes another worker
    readiness.wakeup();
    return true;
  }

  @Override
  public int allowance(Member member) {
    return Math.max(1, Math.min(quantum.requests(), left(member))); // 1: the quantum became shorter
  }

  /** How many requests the member has left in this round; below 1 when it has none. */
  private int left(Member member) {
    int mine = quantum.requests() * member.weight();
    long round = waiting.round();
    if (member.round != round) {
      member.roundRequests =
          -Math.min(mine, member.carriedRequests) - mine * missedRounds(member, round);
      member.carriedRequests = 0;
      member.roundVisits = 0;
      member.round = round;
    }
    return mine - member.roundRequests;
  }

  /** How many rounds passed in which it was backlogged and not served, because it was stolen. */
  private int missedRounds(Member member, long round) {
    long missed = inOrder && member.backlogged ? round - member.round - 1 : 0;
    return (int) Math.max(0, Math.min(MOST_MISSED, missed)); // 8
  }

  @Override
  public void ran(int requests, long tookNs) { // 1
    quantum.ran(requests, tookNs, delayBoundNs.getAsLong());
  }

  @Override
  public int readBytes(Member member) {
    return readBytes;
  }

  @Override
  public void visited(Member member, int servedRequests, Outcome outcome) {
    boolean hasWaited = member.waitsForBudget;
    budget.visited(member, charged, servedRequests, outcome == Outcome.DRAINED); // 4
    int left = left(member) - servedRequests;
    member.roundRequests += servedRequests;
    member.roundVisits++;
    member.sparse = false;
    member.backlogged = outcome != Outcome.DRAINED;
    if (servedRequests > 0 || outcome != Outcome.DRAINED) { // else it says nothing about requests
      member.hasBeenServed = true;
      member.lastVisitWasShort =
          outcome == Outcome.DRAINED
              && servedRequests * BRIEF_PART <= quantum.requests() * member.weight();
    }
    boolean keepsRest = outcome != Outcome.DRAINED || mayBeHeavy(member); // 1, 5
    member.carriedRequests = keepsRest ? Math.max(0, left) : 0;
    int home = member.home();
    if (home != worker) { // the conductor assigned it to another worker
      member.listed(false);
      all[home].deal(member);
    } else if (outcome != Outcome.DRAINED) {
      boolean hasMore = servedRequests > 0 && left >= servedRequests;
      (hasMore ? waiting.again : waiting.expired()).offer(member); // 1, 6
    } else if (hasWaited && servedRequests >= SURE_REQUESTS && left > 0 && mustWait(member)) {
      holdBack(member); // 4
      readiness.assume(member, nowNs);
    } else {
      member.listed(false);
      readiness.watch(member);
    }
  }

  /** Whether a member would have to wait for the budget if it had a request now. */
  private boolean mustWait(Member member) {
    return !waiting.forBudget.isEmpty()
        && waiting.hasBacklogged()
        && budget.mustWait(member, true)
        && !needsTheRound(member);
  }

  /** Whether it may be a heavy one that would not get its share by waits for the budget. */
  private boolean needsTheRound(Member member) {
    return mayBeHeavy(member)
        && !budget.waitsBringItsShare(
            member, waiting.forBudget.size(), quantum.requests() * member.weight(), roundNs);
  }

  /** Whether it asks for a quantum within a few rounds. */
  private boolean mayBeHeavy(Member member) {
    double quantumNs = member.distanceNs() * quantum.requests() * member.weight();
    return quantumNs > 0 && quantumNs <= HEAVY_ROUNDS * roundNs;
  }

  private void holdBack(Member member) {
    budget.holdBack(member);
    waiting.forBudget.offer(member);
  }

  @Override
  public void releasedEarly() {
    inOrder = false;
    if (!waiting.again.isEmpty() || !waiting.expired().isEmpty()) {
      stealing.wakeOne(); // 9
    }
  }

  @Override
  public void await(long maxWaitNs) {
    if (waiting.hasAny()) {
      budget.waits();
      parking.park(RETRY_NS);
      return;
    }
    budget.waits();
    idle = true;
    if (!stealing.othersWait()) {
      readiness.await(this, maxWaitNs);
      first.awaited();
    }
  }

  @Override
  public void wakeup() {
    readiness.wakeup();
  }

  @Override
  public long pollsOfOthers() {
    return stealing.polls();
  }
}
