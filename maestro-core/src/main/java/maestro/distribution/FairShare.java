package maestro.distribution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jctools.queues.atomic.SpmcAtomicArrayQueue;

/**
 * Gives max-min fair shares, and sparse members a delay that does not depend on the load of others.
 * Each worker runs deficit round robin with sparse members first; stealing keeps the rounds of the
 * workers in step.
 *
 * <ol>
 *   <li>Time is divided into rounds. A round serves at most {@code weight × quantum} requests of a
 *       member, however often it becomes ready. A backlogged member carries the unused part, at
 *       most {@code weight × quantum}, into the next round (deficit round robin: Shreedhar and
 *       Varghese, SIGCOMM 1995). A visit serves at most a quantum. A member with enough left for
 *       another such visit waits behind the others of the same round.
 *   <li>A member that becomes ready with some of this round's quantum left is <em>sparse</em>. It
 *       is served before all backlogged members, so it waits for at most one of their visits
 *       (DRR++: MacGregor and Shi 2000; RFC 8290). It gets no more than its quantum, so shares stay
 *       max-min fair.
 *   <li>Among the sparse members, those go first whose last visit took at most a {@value
 *       #BRIEF_PART}th of a quantum (shortest job first). They delay others little, and a member
 *       with few requests does not wait for members that send hundreds at once.
 *   <li>While visits to sparse members bring less than an eighth of a quantum on average, a sparse
 *       member that had a visit must wait. It waits until served requests make up the difference,
 *       at most until the next round, or until no other member waits ({@link Sweeps}).
 *   <li>A member that has used its quantum waits for the next round, among the backlogged members.
 *   <li>The worker polls for newly ready members after each visit to a backlogged member. While
 *       sparse members wait, it polls after visits to an eighth of them: a poll reports waiting
 *       members again and must cost less than the work. A member that is not sparse and is reported
 *       again is not watched until it is drained.
 *   <li>A worker that has finished its round takes a waiting member from the slowest worker before
 *       it begins the next round. So no worker is more than one round ahead (distributed weighted
 *       round robin: Li, Baumberger and Hahn, PPoPP 2009). From a worker in an earlier round it
 *       also takes sparse members. So a heavy member does not get less because its worker has many
 *       light ones. A worker that begins a round with several members wakes an idle worker.
 *   <li>When all workers are in the same round, a worker without members begins the next one. It
 *       takes an unclaimed member that waits at another worker. So, with {@code ordering = none},
 *       several workers serve one switch: each visit that leaves input wakes an idle worker.
 *   <li>When a worker is stuck in an application, the conductor assigns the members in its queues,
 *       and its members in no queue, to other workers. Members that the stuck worker has claimed
 *       are set aside until it releases them.
 * </ol>
 *
 * <p><b>Threads.</b> Waiting members are in queues with one producer, the worker, and several
 * consumers: the worker, thieves and the conductor. A thread that takes a member from another
 * worker writes {@code home} before it changes {@code listed} (release). A worker that gets a
 * report of a member reads {@code listed} before {@code home} (acquire), so it never lists a member
 * that a thief has.
 */
public final class FairShare implements Distribution {
  private static final int BRIEF_PART = 16;
  private static final int LOOK_PART = 8;
  private static final int WORTH_PART = 8;
  private static final VarHandle ROUND;

  static {
    try {
      ROUND = MethodHandles.lookup().findVarHandle(Share.class, "round", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int quantumRequests;
  private final int readBytes;
  private final Parking parking;
  private final Share[] shares;
  // Owned by the conductor.
  private final int[] memberCounts;
  private final Set<Member> members = new LinkedHashSet<>();
  private final List<Member> aside = new ArrayList<>();
  private BitSet stuck = new BitSet();

  /**
   * Makes the schedules.
   *
   * @param readiness one for each worker
   */
  public FairShare(DistributionSettings settings, Readiness[] readiness) {
    quantumRequests = settings.quantumRequests();
    readBytes = settings.readBytes();
    parking = settings.parking();
    memberCounts = new int[settings.workers()];
    shares = new Share[settings.workers()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = new Share(i, readiness[i], settings.maxMembers());
    }
  }

  @Override
  public Schedule schedule(int worker) {
    return shares[worker];
  }

  @Override
  public void join(Member member) {
    members.add(member);
    int worker = Partitions.fewest(memberCounts, stuck);
    memberCounts[worker]++;
    member.home(worker);
    member.dealt = worker;
    shares[worker].deal(member);
  }

  @Override
  public int relieve(BitSet nowStuck) { // 9
    stuck = (BitSet) nowStuck.clone();
    aside.removeIf(this::dealAgain);
    if (stuck.isEmpty() || stuck.cardinality() == shares.length) {
      return 0;
    }
    int moved = 0;
    for (int worker = stuck.nextSetBit(0); worker >= 0; worker = stuck.nextSetBit(worker + 1)) {
      for (Member member = shares[worker].take(); member != null; member = shares[worker].take()) {
        if (member.isClaimedBy(worker)) {
          aside.add(member);
        } else {
          give(member);
          moved++;
        }
      }
    }
    for (Member member : members) {
      int home = member.home();
      if (stuck.get(home) && !member.isListed() && !member.isClaimedBy(home)) {
        give(member);
        moved++;
      }
    }
    return moved;
  }

  /** Whether a member that was set aside is assigned again, or gone. */
  private boolean dealAgain(Member member) {
    if (member.isGone()) {
      return true;
    }
    if (member.isClaimedBy(member.home())) {
      return false;
    }
    give(member);
    return true;
  }

  /** Assigns a member that is in no queue to a worker that is not stuck. */
  private void give(Member member) {
    int worker = Partitions.fewest(memberCounts, stuck);
    memberCounts[member.dealt]--;
    memberCounts[worker]++;
    member.dealt = worker;
    member.home(worker);
    member.listed(false);
    shares[worker].deal(member);
  }

  @Override
  public boolean waitsFor(Member member, int worker) {
    return member.home() == worker || member.isClaimedBy(worker);
  }

  @Override
  public void left(Member member) {
    memberCounts[member.dealt]--;
    members.remove(member);
  }

  private final class Share implements Schedule {
    private static final long RETRY_NS = 20_000;
    private static final int MAX_ATTEMPTS = 64;

    /** Room for members that have left: they stay in the queues until their turn. */
    private static final int SPARE = 64;

    private final int worker;
    private final Readiness readiness;
    private final MpscUnboundedAtomicArrayQueue<Member> inbox =
        new MpscUnboundedAtomicArrayQueue<>(256);
    private final SpmcAtomicArrayQueue<Member> brief;
    private final SpmcAtomicArrayQueue<Member> sparse;

    /** Sparse members that wait for the next sweep. */
    private final SpmcAtomicArrayQueue<Member> paced;

    /**
     * Members that had a visit in this round and may have another. Their batch may still be
     * running.
     */
    private final SpmcAtomicArrayQueue<Member> again;

    // Written by this worker, read by thieves. Volatile: written once a round.
    private volatile SpmcAtomicArrayQueue<Member> active;
    private volatile SpmcAtomicArrayQueue<Member> expired;
    private long round; // opaque: a thief may see it a little late

    /**
     * Volatile: raised by this worker before it waits, lowered by it or by the thread that wakes
     * it.
     */
    private volatile boolean idle;

    private boolean lookDue;
    private int sparseUntilLook;

    private final Sweeps sweeps = new Sweeps(Math.max(1, quantumRequests / WORTH_PART));

    /** Whether the member picked last is sparse. */
    private boolean pickedSparse;

    private long looks;

    Share(int worker, Readiness readiness, int maxMembers) {
      this.worker = worker;
      this.readiness = readiness;
      int capacity = 2 * maxMembers + SPARE;
      this.brief = new SpmcAtomicArrayQueue<>(capacity);
      this.sparse = new SpmcAtomicArrayQueue<>(capacity);
      this.paced = new SpmcAtomicArrayQueue<>(capacity);
      this.again = new SpmcAtomicArrayQueue<>(capacity);
      this.active = new SpmcAtomicArrayQueue<>(capacity);
      this.expired = new SpmcAtomicArrayQueue<>(capacity);
    }

    void deal(Member member) {
      inbox.offer(member);
      readiness.wakeup();
    }

    @Override
    public Member next() {
      if (idle) {
        idle = false;
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
        } else { // the conductor has the claim for a moment
          member.sparse = false;
          expired.offer(member);
        }
      }
      return null;
    }

    private Member pick() {
      boolean looked = false;
      while (true) {
        if (lookDue && brief.isEmpty()) { // 6
          look();
          looked = true;
        }
        pickedSparse = true;
        Member member = brief.poll(); // 3
        if (member != null) {
          return member;
        }
        member = sparse.poll(); // 2
        if (member == null) {
          member = pollPaced();
        }
        if (member != null) {
          sparseUntilLook--;
          lookDue |= sparseUntilLook <= 0;
          return member;
        }
        pickedSparse = false;
        member = active.poll(); // 1
        if (member == null) {
          member = again.poll();
        }
        if (member == null) {
          member = steal(); // 7
        }
        if (member != null) {
          lookDue = true;
          return member;
        }
        if (!beginRound()) {
          if (!paced.isEmpty()) { // no other member waits
            sweeps.begin();
          } else if (looked) {
            return null;
          } else {
            lookDue = true;
          }
        }
      }
    }

    private Member pollPaced() {
      Member first = paced.peek(); // when a thief takes it meanwhile, the next one is polled
      return first == null || sweeps.mustWait(first) ? null : paced.poll();
    }

    private void look() {
      lookDue = false;
      readiness.poll(this);
      sparseUntilLook = 1 + (sparse.size() + paced.size()) / LOOK_PART;
    }

    @Override
    public void ready(Member member) {
      boolean isListed = member.isListed(); // before its home: see the class comment
      if (member.home() != worker) {
        readiness.unwatch(member);
      } else if (!isListed) {
        list(member);
      } else if (!member.sparse) { // 6
        readiness.unwatch(member);
      }
    }

    private void list(Member member) {
      member.listed(true);
      member.sparse = left(member) > 0;
      if (!member.sparse) { // 5
        expired.offer(member);
      } else if (sweeps.mustWait(member) && hasBacklogged()) { // 4
        member.sparse = false; // not watched meanwhile: 6
        paced.offer(member);
      } else if (member.brief) { // 3
        brief.offer(member);
      } else { // 2
        sparse.offer(member);
      }
    }

    private boolean hasBacklogged() {
      return !active.isEmpty() || !again.isEmpty() || !expired.isEmpty();
    }

    /** Swaps the queues and begins the next round; false when no member is backlogged. */
    private boolean beginRound() {
      SpmcAtomicArrayQueue<Member> next = expired;
      if (next.isEmpty()) {
        return false;
      }
      expired = active;
      active = next;
      ROUND.setOpaque(this, round + 1);
      sweeps.begin();
      if (next.size() > 1) {
        wakeOne();
      }
      return true;
    }

    private Member steal() {
      if (shares.length == 1) {
        return null;
      }
      Share slowest = null;
      long slowestRound = 0;
      long highestRound = round;
      looks += shares.length - 1;
      for (Share share : shares) {
        long itsRound = (long) ROUND.getOpaque(share);
        highestRound = Math.max(highestRound, itsRound);
        boolean slower = slowest == null || itsRound < slowestRound;
        if (share != this && slower && share.hasWaiting(itsRound < round)) {
          slowest = share;
          slowestRound = itsRound;
        }
      }
      if (!expired.isEmpty()) {
        return slowest == null || slowestRound > round ? null : takeFrom(slowest, slowestRound);
      }
      ROUND.setOpaque(this, highestRound); // an idle worker joins the latest round
      return slowest == null ? takeNext() : takeFrom(slowest, slowestRound);
    }

    private Member takeFrom(Share victim, long itsRound) {
      Member member = victim.active.poll();
      if (member == null && itsRound < round) { // it is late even with the start of its next round
        member = victim.takeSparse();
        member = member == null ? victim.expired.poll() : member;
      }
      if (member != null) {
        member.home(worker);
      }
      return member;
    }

    private Member takeNext() { // 8
      for (Share share : shares) {
        if (share != this && (long) ROUND.getOpaque(share) <= round) {
          Member member = share.takeFree();
          if (member != null) {
            ROUND.setOpaque(this, round + 1);
            member.home(worker);
            return member;
          }
        }
      }
      return null;
    }

    /** Takes any waiting member. For the conductor. */
    Member take() {
      Member member = brief.poll();
      member = member == null ? takeSparse() : member;
      member = member == null ? active.poll() : member;
      member = member == null ? again.poll() : member;
      return member == null ? expired.poll() : member;
    }

    /**
     * Whether backlogged members wait here for their turn. When this worker is late, sparse members
     * and members that had their quantum count too.
     */
    private boolean hasWaiting(boolean late) {
      return !active.isEmpty() || (late && (!sparse.isEmpty() || !paced.isEmpty() || hasFree()));
    }

    /**
     * Takes a sparse member, but none of the brief ones: the owner serves those sooner than a thief
     * could.
     */
    private Member takeSparse() {
      Member member = sparse.poll();
      return member == null ? paced.poll() : member;
    }

    /** Takes an unclaimed member that had a visit in this round, or null. */
    private Member takeFree() {
      Member member = isFree(again.peek()) ? again.poll() : null;
      return member == null && hasFree() ? expired.poll() : member;
    }

    /** Whether the next member that has had its quantum is unclaimed. */
    private boolean hasFree() {
      return isFree(expired.peek());
    }

    private static boolean isFree(Member member) {
      return member != null && !member.isClaimed();
    }

    private void wakeOne() {
      for (Share share : shares) {
        looks++;
        if (share.idle) {
          share.idle = false; // the next call wakes another worker
          share.readiness.wakeup();
          return;
        }
      }
    }

    @Override
    public int allowance(Member member) {
      return Math.min(quantumRequests, left(member));
    }

    /** How many requests the member has left in this round; below 1 when it has none. */
    private int left(Member member) {
      int quantum = quantumRequests * member.weight();
      if (member.round != round) {
        member.round = round;
        member.roundRequests = -Math.min(quantum, member.carriedRequests);
        member.carriedRequests = 0;
      }
      return quantum - member.roundRequests;
    }

    @Override
    public int readBytes(Member member) {
      return readBytes;
    }

    @Override
    public void visited(Member member, int servedRequests, Outcome outcome) {
      sweeps.visited(member, pickedSparse, servedRequests); // 4
      int left = left(member) - servedRequests;
      member.roundRequests += servedRequests;
      member.carriedRequests = 0; // from an earlier visit in this round
      member.sparse = false;
      member.brief =
          outcome == Outcome.DRAINED
              && servedRequests * BRIEF_PART <= quantumRequests * member.weight();
      int home = member.home();
      if (home != worker) { // the conductor assigned it to another worker
        member.listed(false);
        shares[home].deal(member);
      } else if (outcome == Outcome.DRAINED) {
        member.listed(false);
        readiness.watch(member);
      } else {
        member.carriedRequests = Math.max(0, left);
        boolean hasMore = servedRequests > 0 && left >= servedRequests;
        (hasMore ? again : expired).offer(member); // 1, 5
      }
    }

    @Override
    public void releasedEarly() {
      if (!again.isEmpty() || !expired.isEmpty()) {
        wakeOne(); // 8
      }
    }

    @Override
    public void await(long maxWaitNs) {
      if (anyWaits()) {
        parking.park(RETRY_NS);
        return;
      }
      idle = true;
      if (!othersWait()) {
        readiness.await(this, maxWaitNs);
      }
    }

    private boolean anyWaits() {
      return !brief.isEmpty() || !sparse.isEmpty() || !paced.isEmpty() || hasBacklogged();
    }

    private boolean othersWait() {
      for (Share share : shares) {
        looks++;
        if (share != this && share.active.size() > 1) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void wakeup() {
      readiness.wakeup();
    }

    @Override
    public long looksAtOthers() {
      return looks;
    }
  }
}
