package maestro.distribution;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Members are assigned to workers periodically, by measured load (section 3.2.3 and Figure 3 of the
 * Maestro paper).
 *
 * <ol>
 *   <li>Every interval, measure the offered rate of each member ({@link OfferedRate}). Served rates
 *       would seem equal under overload.
 *   <li>When no worker's load is above the mean by more than the tolerance, move nothing.
 *   <li>Otherwise sort the members by load, from high to low, and assign each to the worker with
 *       the least load so far. This is the greedy heap of Figure 3; its highest load is at most 4/3
 *       − 1/(3m) times the optimum (Graham 1969).
 *   <li>To move few members: a member stays with its worker when that worker has at most tolerance
 *       × mean more than the least loaded one.
 *   <li>A member that moves is handed over explicitly, and is not moved again during a hand-over.
 *   <li>A worker that is stuck in an application gets no members, and loses all members that it has
 *       not claimed to the others.
 * </ol>
 *
 * <p>Steps 1, 2, 4 and 5 differ from the paper; {@code docs/design/distribution.md} gives the
 * reasons.
 */
public final class DynamicPartition implements Distribution {
  /** The size of a PACKET_IN with a 64-byte frame; only the ratio between members matters. */
  private static final int USUAL_REQUEST_BYTES = 82;

  private final PartitionSchedule[] schedules;
  private final int[] memberCounts;
  private final List<Member> members = new ArrayList<>();
  private final long intervalNs;
  private final double tolerance;
  private long lastRepartitionNs;
  private boolean ticked;
  private BitSet stuck = new BitSet();

  /**
   * Makes the schedules.
   *
   * @param readiness one for each worker
   */
  public DynamicPartition(DistributionSettings settings, Readiness[] readiness) {
    schedules = PartitionSchedule.forWorkers(settings, readiness);
    memberCounts = new int[settings.workers()];
    intervalNs = settings.repartitionIntervalNs();
    tolerance = settings.repartitionTolerance();
  }

  @Override
  public Schedule schedule(int worker) {
    return schedules[worker];
  }

  @Override
  public void join(Member member) {
    int fewest = Partitions.fewest(memberCounts, stuck);
    memberCounts[fewest]++;
    member.home(fewest);
    members.add(member);
    schedules[fewest].deal(member);
  }

  @Override
  public boolean waitsFor(Member member, int worker) {
    return member.home() == worker || member.isClaimedBy(worker);
  }

  @Override
  public void left(Member member) {
    memberCounts[member.home()]--;
    members.remove(member);
  }

  @Override
  public int relieve(BitSet nowStuck) { // 6
    stuck = (BitSet) nowStuck.clone();
    if (stuck.isEmpty() || stuck.cardinality() == schedules.length) {
      return 0;
    }
    int moved = 0;
    for (Member member : members) {
      int from = member.home();
      int holder = member.holder();
      boolean isHeld = holder >= 0; // else no worker has taken it yet
      boolean waits = stuck.get(from) || (isHeld && stuck.get(holder));
      boolean isInHand = member.isClaimedBy(from) || (isHeld && member.isClaimedBy(holder));
      if (waits && !isInHand) {
        int to = stuck.get(from) ? Partitions.fewest(memberCounts, stuck) : from;
        memberCounts[from]--;
        memberCounts[to]++;
        member.home(to);
        member.listed(false); // a worker that still lists it drops it, because another has it
        schedules[to].deal(member);
        moved++;
      }
    }
    return moved;
  }

  @Override
  public void tick(long nowNs) {
    if (!ticked || nowNs - lastRepartitionNs >= intervalNs) {
      ticked = true;
      lastRepartitionNs = nowNs;
      measure(nowNs); // 1
      repartition();
    }
  }

  private void measure(long nowNs) {
    for (Member member : members) {
      member.offered.measure(
          nowNs, member.servedRequests(), member.backlogBytes(), USUAL_REQUEST_BYTES);
    }
  }

  private void repartition() {
    double saturatedRate = 0;
    for (Member member : members) {
      if (member.offered.isSaturated()) {
        saturatedRate = Math.max(saturatedRate, member.offered.servedRate());
      }
    }
    double[] current = new double[schedules.length];
    double total = 0;
    for (Member member : members) {
      double load = member.offered.load(saturatedRate);
      current[member.home()] += load;
      total += load;
    }
    double mean = total / schedules.length;
    if (max(current) <= mean * (1 + tolerance)) { // 2
      return;
    }
    assign(saturatedRate, mean);
  }

  private void assign(double saturatedRate, double mean) {
    List<Member> sorted = new ArrayList<>(members); // 3
    double highest = saturatedRate;
    sorted.sort(
        Comparator.comparingDouble((Member member) -> member.offered.load(highest)).reversed());
    double[] assigned = new double[schedules.length];
    stuck.stream().forEach(worker -> assigned[worker] = Double.POSITIVE_INFINITY);
    for (Member member : sorted) {
      int least = least(assigned);
      int worker = member.home();
      boolean handedOver = member.holder() == worker; // 5
      if (handedOver && assigned[worker] > assigned[least] + tolerance * mean) { // 4
        move(member, least);
        worker = least;
      }
      assigned[worker] += member.offered.load(saturatedRate);
    }
  }

  private void move(Member member, int worker) {
    int from = member.home();
    memberCounts[from]--;
    memberCounts[worker]++;
    member.home(worker);
    schedules[from].deal(member);
  }

  private static double max(double[] values) {
    double max = 0;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }

  private static int least(double[] assigned) {
    int least = 0;
    for (int i = 1; i < assigned.length; i++) {
      if (assigned[i] < assigned[least]) {
        least = i;
      }
    }
    return least;
  }
}
