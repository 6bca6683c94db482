package maestro.distribution;

import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of a worker with its own members. It visits the ready members in turn, each {@code
 * weight} times a round, with one read a visit. Used by {@link StaticPartition} and {@link
 * DynamicPartition}.
 *
 * <ol>
 *   <li>Members arrive and leave through an inbox. When a member's home is this worker, it is
 *       listed. When its home is another worker, it is passed on as soon as no list here contains
 *       it. The claim prevents visits by the new worker until the old batch has run. A stuck worker
 *       passes nothing on: the conductor assigns its members to others, and the stuck worker drops
 *       them from its lists later.
 *   <li>A round visits every ready member {@code weight} times (section 3.2.1 of the paper: a
 *       source of weight w has w chances in each round). A drained member leaves the round.
 *   <li>When the round is empty, the next one begins with the backlogged members and those newly
 *       ready. When it has none to claim, either, the worker has none.
 * </ol>
 */
final class PartitionSchedule implements Schedule {
  private static final long RETRY_NS = 20_000;

  private final int worker;
  private final int readBytes;
  private final Readiness readiness;
  private final Parking parking;
  private final PartitionSchedule[] all;
  private final MpscUnboundedAtomicArrayQueue<Member> inbox =
      new MpscUnboundedAtomicArrayQueue<>(256);
  private MemberRing round = new MemberRing();
  private MemberRing nextRound = new MemberRing();
  private int roundVisits;
  private int lastRoundVisits;

  private PartitionSchedule(
      int worker, DistributionSettings settings, Readiness readiness, PartitionSchedule[] all) {
    this.worker = worker;
    this.readBytes = settings.readBytes();
    this.readiness = readiness;
    this.parking = settings.parking();
    this.all = all;
  }

  /** Makes the schedules of all workers. */
  static PartitionSchedule[] forWorkers(DistributionSettings settings, Readiness[] readiness) {
    PartitionSchedule[] all = new PartitionSchedule[settings.workers()];
    for (int i = 0; i < all.length; i++) {
      all[i] = new PartitionSchedule(i, settings, readiness[i], all);
    }
    return all;
  }

  /**
   * Assigns a member to this worker, or tells the worker that one of its members now has another
   * home. Any thread.
   */
  void deal(Member member) {
    inbox.offer(member);
    readiness.wakeup();
  }

  @Override
  public @Nullable Member next(long nowNs) {
    takeDealt(); // 1
    Member member = continueRound();
    if (member == null) {
      beginRound();
      member = continueRound();
    }
    return member;
  }

  /** This round and the one before: each has all members with input. */
  @Override
  public int visitsToMeetAll() {
    return lastRoundVisits + roundVisits;
  }

  private void beginRound() { // 3
    lastRoundVisits = roundVisits;
    roundVisits = 0;
    MemberRing empty = round;
    round = nextRound;
    nextRound = empty;
    readiness.poll(this);
  }

  private @Nullable Member continueRound() {
    for (Member member = round.poll(); member != null; member = round.poll()) {
      if (member.home() != worker) {
        if (member.holder() == worker) { // else another worker has it
          passOn(member);
        }
      } else if (member.isClaimedBy(worker) || member.tryClaim(worker)) {
        return member;
      } else if (member.isGone()) {
        member.listed(false);
      } else { // its former worker or the conductor has the claim for a moment
        nextRound.add(member);
      }
    }
    return null;
  }

  private void takeDealt() {
    for (Member member = inbox.poll(); member != null; member = inbox.poll()) {
      if (member.home() == worker) {
        member.holder(worker);
        readiness.watch(member);
        ready(member);
      } else {
        readiness.unwatch(member);
        if (!member.isListed() && member.holder() == worker) {
          passOn(member);
        } // else it is passed on at its turn, or when its visit ends
      }
    }
  }

  /** Hands the member over: no list of this worker contains it when the new worker receives it. */
  private void passOn(Member member) {
    member.listed(false);
    all[member.home()].deal(member);
  }

  @Override
  public boolean isDrained() {
    return nextRound.isEmpty(); // else other threads have claimed what it lists
  }

  @Override
  public void ready(Member member) {
    if (member.home() != worker) { // reading was resumed here during the hand-over
      readiness.unwatch(member);
    } else if (!member.isListed()) {
      member.listed(true);
      member.turns = 0;
      round.add(member);
    }
  }

  @Override
  public int allowance(Member member) {
    return ONE_READ;
  }

  @Override
  public int readBytes(Member member) {
    return readBytes;
  }

  @Override
  public void visited(Member member, int servedRequests, Outcome outcome) {
    roundVisits++;
    if (member.home() != worker) {
      passOn(member);
    } else if (outcome == Outcome.DRAINED) {
      member.listed(false);
    } else if (++member.turns < member.weight()) { // 2
      round.add(member);
    } else {
      member.turns = 0;
      nextRound.add(member);
    }
  }

  @Override
  public void await(long maxWaitNs) {
    if (nextRound.isEmpty()) {
      readiness.await(this, maxWaitNs);
    } else { // another thread holds the claims of the listed members for a moment
      parking.park(RETRY_NS);
    }
  }

  @Override
  public void wakeup() {
    readiness.wakeup();
  }
}
