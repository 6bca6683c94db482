package maestro.distribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One worker of {@link FairShare} in virtual time, in which a visit costs a fixed time and one for
 * each request. Its members are hogs, which always have requests, askers, which ask at equal
 * distances, and those whose requests the test lets arrive. One thread.
 */
final class FairShareWorker {
  static final int QUANTUM = 800;
  static final double PART = 0.1;
  static final long BOUND_NS = 3_000_000;
  static final long SECOND_NS = 1_000_000_000;

  final FakeReadiness readiness = new FakeReadiness();
  final List<Asker> askers = new ArrayList<>();
  final List<FakeMember> hogs = new ArrayList<>();
  private final Map<FakeMember, Asker> askerOf = new HashMap<>();
  private final FairShare fairShare =
      new FairShare(
          new DistributionSettings(
              1,
              65_536,
              QUANTUM,
              16,
              1,
              50_000_000,
              0.1,
              4096,
              PART,
              () -> BOUND_NS,
              Parking.THREADS),
          new FakeReadiness[] {readiness});
  private final Schedule schedule = fairShare.schedule(0);

  long visitNs = 30_000;
  long requestNs = 100;

  /**
   * A hog whose requests cost more than those of others, and how long a visit to it took at most.
   */
  @Nullable FakeMember dear;

  long dearRequestNs;
  long longestDearVisitNs;

  /** What a request of an asker costs; 0 for as much as one of a hog. */
  long lightRequestNs;

  private long nowNs = 1;
  private long measuredSinceNs = 1;
  private int nextId;

  /** A member that asks at equal distances, for one request or for several. */
  static final class Asker {
    final FakeMember member;
    final long everyNs;
    int burst = 1;
    long askedNs;
    long longestWaitNs;
    private long beyondNs;

    private Asker(FakeMember member, long everyNs, long firstNs) {
      this.member = member;
      this.everyNs = everyNs;
      this.askedNs = firstNs;
    }

    void askUntil(long ns) {
      while (askedNs + everyNs <= ns) {
        askedNs += everyNs;
        member.arrived += burst;
      }
    }

    /** When the oldest of its requests that wait was sent. */
    private long oldestNs() {
      return askedNs - (member.arrived - member.handled - 1) / burst * everyNs;
    }
  }

  /** A member that has no requests yet. */
  FakeMember join() {
    return join(1);
  }

  FakeMember join(int weight) {
    FakeMember member = new FakeMember(nextId++, weight);
    fairShare.join(member);
    return member;
  }

  void hogs(int count) {
    for (int i = 0; i < count; i++) {
      FakeMember hog = join();
      hog.arrived = Long.MAX_VALUE / 2;
      hogs.add(hog);
    }
  }

  /** Members that ask one after the other. */
  void askers(int count, long everyNs) {
    for (int i = 0; i < count; i++) {
      asker(everyNs, everyNs * i / count);
    }
  }

  /**
   * A member that asks.
   *
   * @param firstNs from now until its first distance begins
   */
  Asker asker(long everyNs, long firstNs) {
    Asker asker = new Asker(join(), everyNs, nowNs + firstNs);
    askers.add(asker);
    askerOf.put(asker.member, asker);
    return asker;
  }

  long nowNs() {
    return nowNs;
  }

  /** A poll reports the member. */
  void ready(FakeMember member) {
    schedule.ready(member);
  }

  long fullVisitNs() {
    return visitNs + QUANTUM * requestNs;
  }

  /** Forgets how long askers have waited, and what visits to them have cost. */
  void measureAnew() {
    measuredSinceNs = nowNs;
    for (Asker asker : askers) {
      asker.longestWaitNs = 0;
      asker.beyondNs = 0;
    }
  }

  /** The part of the measured time that visits to askers cost beyond their requests. */
  double partBeyondRequests() {
    double beyondNs = askers.stream().mapToDouble(asker -> asker.beyondNs).sum();
    return beyondNs / (nowNs - measuredSinceNs);
  }

  /** How long an asker waited at most. */
  long longestWaitNs() {
    return askers.stream().mapToLong(asker -> asker.longestWaitNs).max().orElseThrow();
  }

  /** The worker visits until so much time has passed. */
  void pass(long ns) {
    long endNs = nowNs + ns;
    while (nowNs < endNs) {
      visit();
    }
  }

  /** The thread loses its core: nobody is visited. */
  void stall(long ns) {
    nowNs += ns;
  }

  /** One visit, or a short wait when there is nobody to visit. */
  void visit() {
    for (int i = 0; i < askers.size(); i++) {
      askers.get(i).askUntil(nowNs);
    }
    visitWithoutAsking();
  }

  /** The same, but askers send nothing before it. */
  void visitWithoutAsking() {
    FakeMember member = (FakeMember) schedule.next(nowNs);
    if (member == null) {
      schedule.await(1);
      nowNs += 1_000;
    } else {
      serve(member);
    }
  }

  private void serve(FakeMember member) {
    Asker asker = askerOf.get(member); // null for a hog
    if (asker != null && member.hasInput()) {
      asker.longestWaitNs = Math.max(asker.longestWaitNs, nowNs - asker.oldestNs());
    }
    long served = member.take(schedule.allowance(member));
    long oneNs = asker != null && lightRequestNs > 0 ? lightRequestNs : requestNs;
    long costNs = visitNs + served * (member == dear ? dearRequestNs : oneNs);
    longestDearVisitNs = member == dear ? Math.max(longestDearVisitNs, costNs) : longestDearVisitNs;
    if (asker != null) {
      asker.beyondNs += (long) Math.max(0, costNs - served * requestInFullVisitNs());
    }
    schedule.visited(
        member,
        (int) served,
        member.hasInput() ? Schedule.Outcome.BACKLOGGED : Schedule.Outcome.DRAINED);
    if (served > 0) {
      schedule.ran((int) served, costNs - visitNs);
    }
    member.release();
    nowNs += costNs;
  }

  private double requestInFullVisitNs() {
    return (double) fullVisitNs() / QUANTUM;
  }
}
