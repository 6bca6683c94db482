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
 * Max-min fair shares and a delay that does not depend on how busy the others are: deficit round
 * robin with sparse members first, on each worker, kept in step by stealing.
 *
 * <ol>
 *   <li>Time goes in rounds. In a round a member may have {@code weight × quantum} requests served,
 *       however often it becomes ready; what a backlogged member could not use is carried into the
 *       next round, at most a quantum (deficit round robin: Shreedhar and Varghese, SIGCOMM 1995).
 *       A visit serves a quantum at most; a member that may have as much again waits behind the
 *       others of the same round.
 *   <li>A member that becomes ready and has some of this round's quantum left is <em>sparse</em>:
 *       it is served before all backlogged ones, so it waits for at most one visit in progress
 *       (DRR++: MacGregor and Shi 2000; RFC 8290). Since it has its quantum and no more, shares
 *       stay max-min fair.
 *   <li>Among the sparse, those go first whose last visit took a {@value #BRIEF_PART}th of a
 *       quantum at most: they make nobody wait for long, and one that asks once in a while does not
 *       wait for those that send hundreds at once (shortest job first).
 *   <li>As long as visits to sparse members bring less than an eighth of a quantum on average, who
 *       of them had one waits until what others have served makes up for it, at most until the next
 *       round; or until nobody else waits ({@link Sweeps}).
 *   <li>A member that has used its quantum waits for the next round, among the backlogged.
 *   <li>Newly ready members are looked for after a visit to a backlogged one, and while sparse ones
 *       wait after an eighth of them, so that a look, which reports the waiting ones again, costs
 *       less than the work. A member that is not sparse and is reported again is not watched until
 *       it is drained.
 *   <li>A worker that has finished its round takes a waiting member from the slowest worker before
 *       it begins the next, so no worker is more than one round ahead (distributed weighted round
 *       robin: Li, Baumberger and Hahn, PPoPP 2009); from one that is late, a sparse one, too, so
 *       that heavy members do not have less for standing beside light ones. A worker that begins a
 *       round with members waiting wakes one that idles.
 *   <li>When all are equally far, a worker without members begins the next round with one that
 *       waits for it elsewhere and that nobody holds. So, where no order is asked for, several
 *       workers gather from one switch: each visit that leaves something wakes one that idles.
 *   <li>When a worker is stuck in an application, the conductor takes the members out of its queues
 *       and deals them, and those that nobody lists, to others. Members in the stuck worker's hands
 *       are laid aside until it has let go of them.
 * </ol>
 *
 * <p><b>Threads.</b> Who waits stands in queues with one producer, the worker, and several
 * consumers: the worker, thieves, and the conductor. Who takes a member writes {@code home} before
 * it changes {@code listed} (release); a worker that is told of a member reads {@code listed}
 * before {@code home} (acquire), so it never lists what a thief has.
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
  // Of the conductor.
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

  /** Whether a member that was laid aside is somebody's again, or gone. */
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

  /** Deals a member that stands in no list to a worker that is not stuck. */
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

    /** Members that have left stand in the queues until their turn comes, beside new ones. */
    private static final int SPARE = 64;

    private final int worker;
    private final Readiness readiness;
    private final MpscUnboundedAtomicArrayQueue<Member> inbox =
        new MpscUnboundedAtomicArrayQueue<>(256);
    private final SpmcAtomicArrayQueue<Member> brief;
    private final SpmcAtomicArrayQueue<Member> sparse;

    /** Sparse, but wait for the next sweep. */
    private final SpmcAtomicArrayQueue<Member> paced;

    /** Had a visit in this round and may have another one. Its batch may still be running. */
    private final SpmcAtomicArrayQueue<Member> again;

    // Written by this worker, read by thieves. Volatile: written once a round.
    private volatile SpmcAtomicArrayQueue<Member> active;
    private volatile SpmcAtomicArrayQueue<Member> expired;
    private long round; // opaque: a thief may be a little late to see it

    /** Volatile: raised by this worker before it waits, lowered by it or by who wakes it. */
    private volatile boolean idle;

    private boolean lookDue;
    private int sparseUntilLook;

    private final Sweeps sweeps = new Sweeps(Math.max(1, quantumRequests / WORTH_PART));

    /** Whether the member that was picked last is a sparse one. */
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
        if (member.home() == worker) { // else it was given to another one meanwhile
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
        } else { // the conductor has it for a moment
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
          if (!paced.isEmpty()) { // there is nobody to wait for
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
      Member first = paced.peek(); // a thief may take it meanwhile: then it is the next one's turn
      return first == null || sweeps.mustWait(first) ? null : paced.poll();
    }

    private void look() {
      lookDue = false;
      readiness.poll(this);
      sparseUntilLook = 1 + (sparse.size() + paced.size()) / LOOK_PART;
    }

    @Override
    public void ready(Member member) {
      boolean isListed = member.isListed(); // before its home: see above
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

    /** Swaps the queues and begins the next round; false when nobody is backlogged. */
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
      ROUND.setOpaque(this, highestRound); // whoever has been idle is as far as the furthest
      return slowest == null ? takeNext() : takeFrom(slowest, slowestRound);
    }

    private Member takeFrom(Share victim, long itsRound) {
      Member member = victim.active.poll();
      if (member == null && itsRound < round) { // it is late even to begin its next round
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

    /** Takes one that waits, whatever its share. For the conductor. */
    Member take() {
      Member member = brief.poll();
      member = member == null ? takeSparse() : member;
      member = member == null ? active.poll() : member;
      member = member == null ? again.poll() : member;
      return member == null ? expired.poll() : member;
    }

    /**
     * Whether members wait here for their turn among the backlogged; sparse ones, too, and those
     * that had their quantum, when it is late.
     */
    private boolean hasWaiting(boolean late) {
      return !active.isEmpty() || (late && (!sparse.isEmpty() || !paced.isEmpty() || hasFree()));
    }

    /** A brief one would be served before it is here. */
    private Member takeSparse() {
      Member member = sparse.poll();
      return member == null ? paced.poll() : member;
    }

    /** Takes a member that had a visit in this round and that nobody holds, or null. */
    private Member takeFree() {
      Member member = isFree(again.peek()) ? again.poll() : null;
      return member == null && hasFree() ? expired.poll() : member;
    }

    /** Whether a member that has had its quantum could be served at once. */
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
          share.idle = false; // the next one wakes another
          share.readiness.wakeup();
          return;
        }
      }
    }

    @Override
    public int allowance(Member member) {
      return Math.min(quantumRequests, left(member));
    }

    /** How many requests of this round the member has left; below 1 when it has had them. */
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
      member.carriedRequests = 0; // of an earlier visit in this round
      member.sparse = false;
      member.brief =
          outcome == Outcome.DRAINED
              && servedRequests * BRIEF_PART <= quantumRequests * member.weight();
      int home = member.home();
      if (home != worker) { // it was given to another worker as this one came back
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
