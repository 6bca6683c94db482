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
  static final int SHORT_PART = 16;

  /** While others wait, those that go first get so many visits for one of the others. */
  static final int FIRST_VISITS = 8;

  /** Between two polls, this part of the sparse members is served. */
  private static final int SPARSE_PART = 8;

  /** It polls once in such a part of the delay bound, however many sparse members wait. */
  private static final int POLL_PART = 4;

  /** A member that brought so many requests after a wait will bring some after the next one. */
  private static final int SURE_REQUESTS = 4;

  /** A member that is stolen gets the quanta of so many rounds at most that it missed. */
  static final int MOST_MISSED = 16;

  /** A heavy member whose socket holds little gets so many visits in a round. */
  static final int ROUND_VISITS = 2;

  /** A member that asks for a quantum within so many rounds may be a heavy one. */
  private static final int HEAVY_ROUNDS = 2;

  /** A trial ends after so many rounds in which the member had less than half of its share. */
  static final int TRIAL_ROUNDS = 2;

  /** The pause while other threads have the claims of all members that wait here. */
  private static final long RETRY_NS = 20_000;

  /** So many members are tried before such a pause. */
  private static final int MAX_ATTEMPTS = 64;

  private final int worker;
  private final Quantum quantum;
  private final int readBytes;
  private final LongSupplier delayBoundNs;
  private final Parking parking;
  private final Readiness readiness;
  private final WaitingMembers waiting;
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

  /** Whether the claim of a member is kept until its batch has run, by the last visit. */
  private boolean inOrder;

  private long nowNs;
  private long boundNs;
  private long roundBeganNs;

  /** How long the last round took. */
  private long roundNs;

  /** Whether a member was visited in this round. */
  private boolean roundHasVisits;

  /** The member that was visited last, until its batch was run. */
  private @Nullable Member lastVisited;

  private long polledNs;

  /** Whether it has waited for input since the last call, which polls. */
  private boolean hasWaited;

  /** A poll is due after so many visits to sparse members. */
  private int visitsUntilPoll;

  /** So many visits in a row went to those that go first. */
  private int firstInARow;

  /** Whether the last of them was to one that asks rarely. */
  private boolean rareWasLast;

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
    this.stealing = new Stealing(worker, waiting, this, all);
    this.budget = new VisitBudget(quantum, settings.lightVisitsPart());
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
    boundNs = delayBoundNs.getAsLong();
    polledNs = hasWaited ? nowNs : polledNs;
    hasWaited = false;
    boolean hasBacklogged = waiting.hasBacklogged();
    budget.timePassed(nowNs, boundNs, hasBacklogged, waiting.forBudget.size(), roundNs); // 4
    if (!hasBacklogged) {
      roundBeganNs = nowNs;
      quantum.beginRound();
    }
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
      } else { // the conductor has the claim for a moment, or another worker's batch
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
    boolean polled = pollWhenDue();
    while (true) {
      Member member = pollSparse();
      member = member == null ? pollBacklogged() : member;
      if (member != null) {
        return member;
      }
      if (waiting.hasFirst() || beginRound()) {
        continue;
      }
      member = waiting.forBudget.poll(); // no other member waits
      if (member != null || polled) {
        return member;
      }
      visitsUntilPoll = 0;
      polled = pollWhenDue();
    }
  }

  private boolean pollWhenDue() { // 7
    boolean isDue = visitsUntilPoll <= 0 || POLL_PART * (nowNs - polledNs) >= boundNs;
    if (isDue) {
      readiness.poll(this);
      polled();
    }
    return isDue;
  }

  private void polled() {
    polledNs = nowNs;
    int first = waiting.lowRate.size() + waiting.shortVisits.size();
    visitsUntilPoll = 1 + first + waiting.sparse.size() / SPARSE_PART;
  }

  private @Nullable Member pollSparse() { // 2
    Member member = firstInARow < FIRST_VISITS ? pollFirst() : null;
    firstInARow = member == null ? 0 : firstInARow + 1;
    if (member == null) {
      member = waiting.sparse.poll();
    }
    if (member == null && !waiting.forBudget.isEmpty() && budget.payNext()) { // 4
      member = waiting.forBudget.poll();
      if (member != null) {
        member.sparse = true;
      }
    }
    visitsUntilPoll--;
    return member;
  }

  private @Nullable Member pollFirst() { // 3
    Member member = rareWasLast ? waiting.shortVisits.poll() : null;
    rareWasLast = false;
    if (member == null) {
      member = waiting.lowRate.poll();
      rareWasLast = member != null;
    }
    return member == null ? waiting.shortVisits.poll() : member;
  }

  private @Nullable Member pollBacklogged() { // 1
    Member member = waiting.active().poll();
    if (member == null) {
      member = waiting.again.poll();
    }
    if (member == null && !waiting.hasFirst()) {
      member = stealing.steal(); // 8
    }
    visitsUntilPoll = member == null ? visitsUntilPoll : 0;
    return member;
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
    member.sparse = remaining(member) > 0;
    if (!member.sparse) { // 6
      waiting.expired().offer(member);
    } else if (waiting.hasBacklogged()
        && !budget.payAtOnce(member, !waiting.forBudget.isEmpty())) { // 4
      member.sparse = false; // not watched meanwhile: 7
      if (needsTheRound(member)) { // 5
        listInRound(member);
      } else {
        holdBack(member);
      }
    } else if (!member.hasAsked || !member.lastVisitWasShort) { // 2
      waiting.sparse.offer(member);
    } else if (budget.asksRarely(member)) { // 3
      waiting.lowRate.offer(member);
    } else {
      waiting.shortVisits.offer(member);
    }
  }

  /** Lists a member that may be heavy by its visits in the round, so that it does not wait. */
  private void listInRound(Member member) {
    if (isTried(member) || member.roundVisits < member.weight()) { // else it is always the last
      member.sparse = true;
      waiting.sparse.offer(member);
    } else if (mayComeAgain(member)) {
      waiting.again.offer(member);
    } else {
      waiting.expired().offer(member);
    }
  }

  /** Whether a member may have another visit in the round, whatever the last one brought. */
  private static boolean mayComeAgain(Member member) {
    return member.roundVisits < ROUND_VISITS * member.weight();
  }

  /** Begins the next round; false when no member is backlogged. */
  private boolean beginRound() {
    if (!waiting.beginRound(roundHasVisits)) {
      return false;
    }
    if (!roundHasVisits) { // others have all its members: it is the same round
      return true;
    }
    roundHasVisits = false;
    roundNs = nowNs - roundBeganNs;
    roundBeganNs = nowNs;
    quantum.beginRound();
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
    int most = quantum.ofVisit(member, boundNs);
    return Math.max(1, Math.min(most, remaining(member))); // 1: the quantum became shorter
  }

  /** How many requests the member has left in this round; below 1 when it has none. */
  private int remaining(Member member) {
    int mine = shareOf(member);
    long round = waiting.round();
    if (member.round != round) {
      int unused = mine + member.carriedRequests - member.roundRequests;
      boolean keepsRest = member.backlogged || mayBeHeavy(member); // 1, 5
      member.carriedRequests =
          (keepsRest ? Math.max(0, Math.min(mine, unused)) : 0)
              + mine * missedRounds(member, round);
      member.roundRequests = 0;
      member.roundVisits = 0;
      member.round = round;
    }
    return mine + member.carriedRequests - member.roundRequests;
  }

  /** What a member may have in each round. */
  private int shareOf(Member member) {
    return quantum.requests() * member.weight();
  }

  /** How many rounds passed in which it was backlogged and not served, because it was stolen. */
  private int missedRounds(Member member, long round) { // 8
    long missed = inOrder && member.backlogged ? round - member.round - 1 : 0;
    return (int) Math.max(0, Math.min(MOST_MISSED, missed));
  }

  @Override
  public void ran(int requests, long tookNs) { // 1
    quantum.ran(requests, tookNs, boundNs);
    if (lastVisited != null) {
      lastVisited.hasAsked = true; // without order also when another worker has its claim
      if (inOrder) {
        quantum.ran(lastVisited, requests, tookNs, boundNs);
      }
      lastVisited = null;
    }
  }

  @Override
  public int readBytes(Member member) {
    return readBytes;
  }

  @Override
  public void visited(Member member, int servedRequests, Outcome outcome) {
    boolean drained = outcome == Outcome.DRAINED;
    int left = remaining(member) - servedRequests;
    boolean bringsMore = member.waitsForBudget && servedRequests >= SURE_REQUESTS && left > 0;
    member.roundRequests += servedRequests;
    member.roundVisits++;
    boolean goesOn = member.sparse && inOrder; // without order others take it from those below
    member.sparse = false;
    roundHasVisits = true;
    lastVisited = member;
    inOrder = true; // until the claim is released early
    learn(member, servedRequests, drained);
    member.backlogged = !drained;
    int home = member.home();
    if (home != worker) { // the conductor assigned it to another worker
      member.listed(false);
      all[home].deal(member);
    } else if (!drained) {
      boolean hasMore = servedRequests > 0 && left >= servedRequests;
      member.sparse = hasMore && goesOn; // until it is drained, or has had its share
      (!hasMore ? waiting.expired() : goesOn ? waiting.sparse : waiting.again).offer(member);
    } else if (bringsMore && mustWait(member)) {
      holdBack(member); // 4
      readiness.assume(member, nowNs);
    } else {
      member.listed(false);
      readiness.watch(member);
    }
  }

  /** Whether a member would have to wait for the budget if it had a request now. */
  private boolean mustWait(Member member) {
    return waiting.hasBacklogged()
        && !waiting.forBudget.isEmpty()
        && !budget.paysAsRare(member)
        && !needsTheRound(member);
  }

  /** What a visit says about the next ones. */
  private void learn(Member member, int servedRequests, boolean drained) {
    if (servedRequests > 0 || !drained) { // else it says nothing about requests
      member.lastVisitWasShort = // not a rest of what an earlier visit has left
          drained && !member.backlogged && servedRequests * SHORT_PART <= quantum.requests();
      if (member.lastVisitWasShort) {
        member.triedRound = FairShareAccount.NEVER;
      } else if ((needsTrial(member, servedRequests, drained) && budget.takeTrial(member)) // 5
          || (isTried(member) && 2 * member.roundRequests >= shareOf(member))) {
        member.triedRound = member.round;
      }
    }
    budget.visited(member, servedRequests, drained);
  }

  /** Whether such visits bring less than its share, if the member asks for that. */
  private boolean needsTrial(Member member, int servedRequests, boolean drained) {
    return member.waitsForBudget
        ? servedRequests * (roundNs / waitNs()) < shareOf(member)
        : drained && mayBeHeavy(member) && !mayComeAgain(member) && remaining(member) > 0;
  }

  /** Whether a member would not get its share by waits for the budget, if it asks for that. */
  private boolean needsTheRound(Member member) { // 5
    return isTried(member)
        || (mayBeHeavy(member) && ROUND_VISITS * member.weight() * waitNs() > roundNs);
  }

  /** Whether it asks for half of its share or more, or may do so when it does not wait. */
  private boolean mayBeHeavy(Member member) {
    double shareNs = budget.distanceNs(member) * shareOf(member);
    return isTried(member) || (shareNs > 0 && shareNs <= HEAVY_ROUNDS * roundNs);
  }

  /** Whether it is tried without waits, or has used half of its share since. */
  private boolean isTried(Member member) {
    return waiting.round() - member.triedRound <= TRIAL_ROUNDS;
  }

  /** How long a member would wait for the budget now. */
  private double waitNs() {
    return budget.waitNs(waiting.forBudget.size());
  }

  private void holdBack(Member member) {
    member.waitsForBudget = true;
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
      parking.park(RETRY_NS);
      return;
    }
    idle = true;
    if (!stealing.othersWait()) {
      readiness.await(this, maxWaitNs);
      polled();
      hasWaited = true;
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
