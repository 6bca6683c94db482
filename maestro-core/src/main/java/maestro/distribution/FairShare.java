package maestro.distribution;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives max-min fair shares, and lets members that ask for little wait little. The quantum of a
 * round alone decides about shares; the order of visits and the budget for them decide who waits.
 *
 * <ol>
 *   <li>A round serves at most {@code weight × quantum} requests of a member, however often it
 *       becomes ready (deficit round robin: Shreedhar and Varghese, SIGCOMM 1995). A backlogged
 *       member carries what it could not use into the next round, at most as much again. The
 *       quantum is the same for all in a round. A visit serves a quantum at most, and fewer
 *       requests when those of the member take long ({@link Quantum}). With enough left for another
 *       one, a backlogged member waits behind the others of the round.
 *   <li>A member that becomes ready with some of its share left is <em>sparse</em>, and goes before
 *       those that are backlogged, until it is drained or has had its share (DRR++: MacGregor and
 *       Shi 2000; RFC 8290).
 *   <li>Of the sparse members, those go first whose last visit was short, and of these those that
 *       ask rarely. Other sparse ones, and backlogged ones of this round, get one visit after
 *       {@value FairSchedule#FIRST_VISITS} of these, and those that ask rarely get every second one
 *       at most.
 *   <li>While others are backlogged, a sparse member waits until the {@link VisitBudget} pays for
 *       its visit. One that brought several requests then begins to wait again at once, unwatched.
 *   <li>A member that asks for half of its share or more carries the unused part of it, too: its
 *       socket may hold less. When {@value FairSchedule#ROUND_VISITS} visits in a round bring more
 *       than those for which it would wait, it is listed in the round instead: the first one comes
 *       at once, the second one behind the others, the next one in the next round; with a weight,
 *       so many times as many. A member whose visits would bring less than its share, if it asked
 *       for that, is <em>tried</em>, one in each delay bound: it comes at once as often as it has
 *       requests, until a visit is short, or it leaves half of its share for {@value
 *       FairSchedule#TRIAL_ROUNDS} rounds. So it gets its share, however few requests it has
 *       outstanding at a time, if these are not a short visit.
 *   <li>A member that has used its share waits for the next round.
 *   <li>A worker polls after a visit to a backlogged member, after visits to the short members and
 *       an eighth of the other sparse ones that the last poll left, and four times in each delay
 *       bound. A member that is listed, not sparse and reported again is no longer watched; the
 *       visit that drains it watches it again.
 *   <li>A worker that has finished its round takes a waiting member from the slowest worker before
 *       it begins the next one, and from a worker in an earlier round also sparse members and such
 *       as had their quantum (distributed weighted round robin: Li, Baumberger and Hahn, PPoPP
 *       2009). So workers are one round apart at most, while the slower one has members that may be
 *       taken. A backlogged member that is taken gets the quanta of the rounds that it missed,
 *       {@value FairSchedule#MOST_MISSED} at most. Who begins a round with several members wakes an
 *       idle worker. A round in which others have the claims of all members is no round.
 *   <li>A worker without members joins the latest round, begins the next one, and takes an
 *       unclaimed member that had a visit. So, without order, several workers serve one switch:
 *       each visit that leaves input wakes an idle worker.
 *   <li>When a worker is stuck in an application, the conductor assigns its members to others,
 *       those that it has claimed when it releases them.
 * </ol>
 *
 * <p><b>Threads.</b> Waiting members are in queues with one producer, the worker, and several
 * consumers: the worker, thieves and the conductor. A thread that takes a member from another
 * worker writes {@code home} before it changes {@code listed} (release). A worker that gets a
 * report of a member reads {@code listed} before {@code home} (acquire), so it never lists a member
 * that a thief has.
 */
public final class FairShare implements Distribution {
  private final FairSchedule[] schedules;

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
    memberCounts = new int[settings.workers()];
    schedules = new FairSchedule[settings.workers()];
    for (int i = 0; i < schedules.length; i++) {
      schedules[i] = new FairSchedule(i, settings, readiness[i], schedules);
    }
  }

  @Override
  public Schedule schedule(int worker) {
    return schedules[worker];
  }

  @Override
  public void join(Member member) {
    members.add(member);
    int worker = Partitions.fewest(memberCounts, stuck);
    memberCounts[worker]++;
    member.home(worker);
    member.dealt = worker;
    schedules[worker].deal(member);
  }

  @Override
  public int relieve(BitSet nowStuck) { // 10
    stuck = (BitSet) nowStuck.clone();
    aside.removeIf(this::dealAgain);
    if (stuck.isEmpty() || stuck.cardinality() == schedules.length) {
      return 0;
    }
    int moved = 0;
    for (int worker = stuck.nextSetBit(0); worker >= 0; worker = stuck.nextSetBit(worker + 1)) {
      WaitingMembers waiting = schedules[worker].waiting();
      for (Member member = waiting.take(); member != null; member = waiting.take()) {
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
    schedules[worker].deal(member);
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
}
