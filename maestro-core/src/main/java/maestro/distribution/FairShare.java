package maestro.distribution;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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
 *       another such visit waits behind the others of the same round. The quantum is less than what
 *       is configured when the applications need long for a request ({@link Quantum}).
 *   <li>A member that becomes ready with some of this round's quantum left is <em>sparse</em>. It
 *       is served before all backlogged members, so it waits for at most one of their visits
 *       (DRR++: MacGregor and Shi 2000; RFC 8290). It gets no more than its quantum, so shares stay
 *       max-min fair.
 *   <li>Among the sparse members, those go first whose last visit took at most a {@value
 *       FairSchedule#BRIEF_PART}th of a quantum (shortest job first). Of these, those go first that
 *       ask rarely. They delay others little, and a member with few requests does not wait for
 *       members that send hundreds at once. A member whose first request was not served yet is not
 *       among them.
 *   <li>While others are backlogged, what visits to sparse members cost beyond their requests, by
 *       the worker's clock, is bounded to a settable part of its time. Below that no member waits.
 *       Above it a sparse member that asks often waits, the longest waiting first: as long as the
 *       budget needs, and for the delay bound where twice the part suffices for that. A member that
 *       asks rarely does not wait ({@link VisitBudget}). One that brought several requests after a
 *       wait begins to wait again at once: that it has input by its next turn need not be reported,
 *       which would cost three system calls. When no member is backlogged, none waits.
 *   <li>A member that asks for a quantum within {@value FairSchedule#HEAVY_ROUNDS} rounds may be a
 *       heavy one: its socket may hold less than a quantum, since the kernel's receive buffers
 *       differ, and is empty for a moment after each visit. So it carries the unused part of its
 *       quantum, too. When visits for which it waits would not bring its share, by the most that
 *       one brought of late, it does not wait for the budget: its first visit in a round comes at
 *       once, its second one behind the backlogged members of the round, and the next one in the
 *       next round. The budget pays for the first two as far as it can.
 *   <li>A member that has used its quantum waits for the next round, among the backlogged members.
 *   <li>The worker polls for newly ready members after each visit to a backlogged member. While
 *       sparse members wait, it polls after visits to an eighth of them, or after the delay bound:
 *       a poll reports waiting members again and must cost less than the work. Between two polls
 *       some of the others get a turn, however many go before them ({@link FirstServed}). A member
 *       that is not sparse and is reported again is not watched until it is drained.
 *   <li>A worker that has finished its round takes a waiting member from the slowest worker before
 *       it begins the next round. So no worker is more than one round ahead (distributed weighted
 *       round robin: Li, Baumberger and Hahn, PPoPP 2009). A backlogged member that it takes gets
 *       the quanta of the rounds between, up to {@value FairSchedule#MOST_MISSED}. From a worker in
 *       an earlier round it also takes sparse members. So a heavy member does not get less because
 *       its worker has many light ones. A worker that begins a round with several members wakes an
 *       idle worker.
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
