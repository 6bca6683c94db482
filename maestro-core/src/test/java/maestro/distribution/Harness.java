package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs a strategy's workers on the test's thread, in an order drawn by chance. A worker here does
 * what the real one does with a schedule: visits, keeps the claims of a few visits for a while,
 * then releases them.
 */
final class Harness {
  static final int READ_BYTES = 2048;
  static final int QUANTUM = 25;
  static final int REQUESTS_PER_READ = READ_BYTES / FakeMember.REQUEST_BYTES;
  private static final int CONDUCTOR = 1 << 20;

  final List<FakeMember> members = new ArrayList<>();
  final Distribution distribution;
  private final List<List<FakeMember>> held = new ArrayList<>();
  private final BitSet stuck = new BitSet();
  private final Random random;
  private final int workers;
  private final int[] visitsSinceMore;
  private boolean early;

  /** A member that has had more than anybody takes since before any worker's first visit. */
  @Nullable FakeMember hog;

  /** The workers that were told that all is drained. */
  private final BitSet foundDrained = new BitSet();

  /** How often a worker got no member, though some had input. */
  int nonesWithPending;

  private long nowNs;
  private int nextId;

  Harness(
      int workers, long seed, BiFunction<DistributionSettings, FakeReadiness[], Distribution> f) {
    this.workers = workers;
    this.random = new Random(seed);
    this.visitsSinceMore = new int[workers];
    FakeReadiness[] readiness = new FakeReadiness[workers];
    for (int i = 0; i < workers; i++) {
      readiness[i] = new FakeReadiness();
      held.add(new ArrayList<>());
    }
    distribution =
        f.apply(
            new DistributionSettings(workers, READ_BYTES, QUANTUM, 16, 1, 50_000_000, 0.1, 4096),
            readiness);
  }

  /** From now on workers let go of a member after each visit, as they do without order. */
  Harness withoutOrder() {
    early = true;
    return this;
  }

  FakeMember join(int weight) {
    FakeMember member = new FakeMember(nextId++, weight);
    members.add(member);
    distribution.join(member);
    return member;
  }

  /** The conductor closes a connection, as soon as no worker has it. */
  void leave(FakeMember member) {
    while (!member.tryClaim(CONDUCTOR)) {
      step();
    }
    member.leave();
    distribution.left(member);
    members.remove(member);
  }

  void arrive(FakeMember member, long requests) {
    member.arrived += requests;
  }

  void steps(int count) {
    for (int i = 0; i < count; i++) {
      step();
    }
  }

  /** Until everything that has arrived is served; fails when that takes unreasonably long. */
  void drain() {
    for (int i = 0; i < 200_000; i++) {
      if (members.stream().noneMatch(FakeMember::hasInput)) {
        releaseAll();
        return;
      }
      step();
    }
    assertThat(members)
        .as("members with requests that were never served")
        .noneMatch(FakeMember::hasInput);
  }

  /** The worker does nothing from now on, and keeps what it has; or comes back. */
  void stuck(int worker, boolean isStuck) {
    stuck.set(worker, isStuck);
  }

  /** Until everything is served but what a stuck worker has in its hands. */
  void drainBesideStuck() {
    for (int i = 0; i < 200_000 && members.stream().anyMatch(this::waitsForNobody); i++) {
      step();
    }
    assertThat(members)
        .as("members that nobody has in hand, with requests that were never served")
        .noneMatch(this::waitsForNobody);
  }

  private boolean waitsForNobody(FakeMember member) {
    return member.hasInput() && (member.heldBy < 0 || !stuck.get(member.heldBy));
  }

  /** One visit of one worker, or the release of what it holds. */
  void step() {
    int worker = random.nextInt(workers);
    distribution.helpers().forEach(helper -> helper.doWork(0));
    nowNs += 10_000;
    distribution.tick(nowNs);
    distribution.relieve(stuck);
    if (stuck.get(worker)) {
      return;
    }
    if (held.get(worker).size() >= 1 + random.nextInt(4)) {
      release(worker);
    }
    Schedule schedule = distribution.schedule(worker);
    FakeMember member = (FakeMember) schedule.next(nowNs);
    if (member == null) {
      hadNone(worker, schedule.isDrained());
      release(worker);
      return;
    }
    assertThat(member.isClaimedBy(worker)).isTrue();
    assertThat(member.heldBy).as("worker that has member %s already", member.id).isIn(-1, worker);
    member.heldBy = worker;
    visited(worker, schedule, visit(schedule, member));
    member.workers.add(worker);
    if (early) {
      member.heldBy = -1;
      member.release();
      schedule.releasedEarly();
    } else if (!held.get(worker).contains(member)) {
      held.get(worker).add(member);
    }
  }

  /** The worker was given no member: none is to be had, and what others hold is not drained. */
  private void hadNone(int worker, boolean isDrained) {
    boolean anyPending = false;
    for (FakeMember member : members) {
      if (member.hasInput() && mayVisit(worker, member)) {
        anyPending = true;
        assertThat(isDrained)
            .as(
                "drained for worker %s, though %s holds member %s",
                worker, member.heldBy, member.id)
            .isFalse();
        assertThat(member.heldBy)
            .as("who holds member %s, which worker %s did not get", member.id, worker)
            .isNotIn(-1, worker);
      }
    }
    nonesWithPending += anyPending ? 1 : 0;
    foundDrained.set(worker, foundDrained.get(worker) || isDrained);
  }

  /** Any member, those of its own that it has taken over, or what the select thread has read. */
  private boolean mayVisit(int worker, FakeMember member) {
    if (distribution instanceof SharedQueue) {
      return false; // what is read is in the queue
    }
    if (distribution instanceof FairShare && member.isListed()) {
      return false; // in a queue, or the conductor has set it aside
    }
    int home = member.home();
    return distribution instanceof RoundRobin
        || (home == worker && (member.holder() < 0 || member.holder() == worker));
  }

  /** Until each worker has found that all is drained; fails when that takes unreasonably long. */
  void awaitDrainedForAll() {
    foundDrained.clear();
    for (int i = 0; i < 1_000 * workers && foundDrained.cardinality() < workers; i++) {
      step();
    }
    assertThat(foundDrained.cardinality()).as("workers that found all drained").isEqualTo(workers);
  }

  /** A worker meets each member that always has more, often enough to know that it is there. */
  private void visited(int worker, Schedule schedule, boolean more) {
    visitsSinceMore[worker] = more ? 0 : visitsSinceMore[worker] + 1;
    if (hog != null && mayVisit(worker, hog)) {
      assertThat(visitsSinceMore[worker])
          .as("visits of worker %s since it met a member with more", worker)
          .isLessThanOrEqualTo(schedule.visitsToMeetAll());
    }
  }

  private static boolean visit(Schedule schedule, FakeMember member) {
    int readBytes = schedule.readBytes(member);
    long most = Math.min(schedule.allowance(member), member.perReadRequests);
    if (readBytes == 0) {
      most = member.readAheadRequests();
      member.readAheadWasServed();
    } else if (most == Schedule.ONE_READ) {
      most = readBytes / FakeMember.REQUEST_BYTES;
    }
    assertThat(most).isNotNegative();
    long served = member.take(most);
    member.addServedRequests((int) served);
    boolean more = readBytes > 0 && member.hasInput();
    schedule.visited(
        member, (int) served, more ? Schedule.Outcome.BACKLOGGED : Schedule.Outcome.DRAINED);
    return more;
  }

  private void releaseAll() {
    for (int i = 0; i < workers; i++) {
      release(i);
    }
  }

  private void release(int worker) {
    for (FakeMember member : held.get(worker)) {
      member.heldBy = -1;
      member.release();
    }
    held.get(worker).clear();
  }

  int workers() {
    return workers;
  }
}
