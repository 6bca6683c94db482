package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What fair-share guarantees about visits to light members ({@link VisitBudget}): one worker, in
 * virtual time, in which a visit costs a fixed time and one for each request.
 */
class LightVisitsTest {
  private static final int QUANTUM = 800;
  private static final double PART = 0.1;
  private static final long BOUND_NS = 3_000_000;
  private static final long SECOND_NS = 1_000_000_000;

  private final FakeReadiness readiness = new FakeReadiness();
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
  private final List<Asker> askers = new ArrayList<>();
  private final List<FakeMember> hogs = new ArrayList<>();
  private long visitNs = 30_000;
  private long requestNs = 100;

  /** What a request of an asker costs; 0 for as much as one of a hog. */
  private long lightRequestNs;

  private long nowNs = 1;
  private int nextId;

  /** A member that asks at equal distances, for one request or for several. */
  private static final class Asker {
    final FakeMember member;
    final long everyNs;
    int burst = 1;
    long askedNs;
    long longestWaitNs;
    long beyondNs;

    Asker(FakeMember member, long everyNs, long firstNs) {
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
    long oldestNs() {
      return askedNs - (member.arrived - member.handled - 1) / burst * everyNs;
    }
  }

  @Test
  void shouldSpendAtMostThePartBeyondRequestsWhenThatKeepsWaitsAtTheBound() {
    hogs(20);
    askers(8, 100_000); // by the part each waits for 8 x 30 us / 0.1
    pass(SECOND_NS);
    long beginNs = nowNs;
    askers.forEach(asker -> asker.beyondNs = 0);
    pass(SECOND_NS);
    assertThat(beyondNs())
        .isBetween(0.9 * PART * (nowNs - beginNs), 1.05 * PART * (nowNs - beginNs));
  }

  @ParameterizedTest
  @ValueSource(longs = {3_000, 30_000, 300_000})
  void shouldSpendAtMostThePartWhenNotAllCanBeServedWithinTheBound(long ns) {
    visitNs = ns;
    hogs(20);
    askers(500, 40_000);
    pass(SECOND_NS);
    long beginNs = nowNs;
    askers.forEach(asker -> asker.beyondNs = 0);
    pass(2 * SECOND_NS);
    assertThat(beyondNs()).isLessThan(1.05 * PART * (nowNs - beginNs));
  }

  @Test
  void shouldLetNobodyWaitWhenVisitsCostLessThanThePart() {
    hogs(20);
    askers(3, 1_000_000); // 3 visits of 30 us in each millisecond are 9 %
    pass(SECOND_NS / 10);
    askers.forEach(asker -> asker.longestWaitNs = 0);
    pass(SECOND_NS);
    assertThat(longestWaitNs()).isLessThanOrEqualTo(fullVisitNs() + 4 * visitNs);
  }

  @ParameterizedTest
  @ValueSource(longs = {3_100_000, 20_000_000, 200_000_000})
  void shouldServeOneThatAsksRarelyAtOnceWhileTheBudgetIsSpent(long everyNs) {
    hogs(20);
    askers(50, 20_000);
    Asker rare = asker(everyNs, 0);
    pass(SECOND_NS);
    rare.longestWaitNs = 0;
    pass(SECOND_NS);
    assertThat(rare.member.handled).isGreaterThan(2 * SECOND_NS / everyNs - 3);
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(fullVisitNs() + 2 * visitNs);
  }

  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenItsRequestsComeAtRandomTimes() {
    hogs(20);
    askers(50, 20_000);
    Asker probe = asker(Long.MAX_VALUE / 2, 0);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 1_000; i++) {
      pass(random.nextLong(2 * BOUND_NS));
      probe.askedNs = nowNs;
      probe.member.arrived++;
      while (probe.member.hasInput()) {
        visit();
      }
      if (i == 0) {
        probe.longestWaitNs = 0; // before its first request nothing was known of it
      }
    }
    assertThat(probe.longestWaitNs).isLessThanOrEqualTo(fullVisitNs() + 2 * visitNs);
  }

  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenManyAskInBursts() {
    hogs(20);
    askers(500, 10_000_000);
    askers.forEach(asker -> asker.burst = 30);
    Asker rare = asker(3_100_000, 0);
    pass(SECOND_NS);
    rare.longestWaitNs = 0;
    pass(SECOND_NS);
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(fullVisitNs() + 4 * visitNs);
  }

  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenAThousandAskALittleMoreOften() {
    visitNs = 10_000;
    hogs(20);
    askers(1_000, 2_000_000); // their visits cost five times as much time as there is
    Asker rare = asker(10_000_000, 0);
    pass(2 * SECOND_NS);
    rare.longestWaitNs = 0;
    pass(2 * SECOND_NS);
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(2 * fullVisitNs());
  }

  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenACrowdOfNewOnesAsks() {
    hogs(20);
    Asker rare = asker(3_100_000, 0);
    pass(SECOND_NS / 10);
    for (int i = 0; i < 100; i++) {
      pass(BOUND_NS);
      hogs(10);
    }
    pass(SECOND_NS / 10);
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(10 * fullVisitNs());
  }

  @Test
  void shouldServeOneAtOnceWhenItHasBeenSilent() {
    hogs(20);
    askers(50, 20_000);
    Asker silent = asker(20_000, 0);
    pass(SECOND_NS);
    silent.askUntil(nowNs);
    while (silent.member.hasInput()) {
      visit();
    }
    askers.remove(silent);
    pass(20 * BOUND_NS); // for longer than it has to wait
    askers.add(silent);
    silent.askedNs = nowNs - silent.everyNs;
    silent.longestWaitNs = 0;
    long before = silent.member.handled;
    while (silent.member.handled == before) {
      visit();
    }
    assertThat(silent.longestWaitNs).isLessThanOrEqualTo(fullVisitNs() + 2 * visitNs);
  }

  @Test
  void shouldWatchOneThatAsksOftenOnlyAfterItsTurnFoundNothing() {
    hogs(20);
    askers(50, 20_000);
    Asker silent = asker(20_000, 0);
    pass(SECOND_NS);
    readiness.changes = 0;
    pass(SECOND_NS / 10);
    assertThat(readiness.changes)
        .as("some 2,000 if each is watched after its visit")
        .isLessThan(100);
    assertThat(readiness.isWatching(silent.member)).isFalse();

    askers.remove(silent);
    pass(20 * BOUND_NS);
    assertThat(readiness.isWatching(silent.member)).isTrue();
    askers.add(silent);
    long before = silent.member.handled;
    pass(20 * BOUND_NS);
    assertThat(silent.member.handled).isGreaterThan(before);
  }

  @Test
  void shouldServeABusyOneWithinTheBoundWhenTwiceThePartIsEnough() {
    hogs(20);
    askers(14, 20_000); // by the part alone each would wait for 14 x 32 us / 0.1
    visitNs = 40_000;
    pass(SECOND_NS);
    long beginNs = nowNs;
    askers.forEach(
        asker -> {
          asker.longestWaitNs = 0;
          asker.beyondNs = 0;
        });
    pass(SECOND_NS);
    assertThat(longestWaitNs()).isBetween(BOUND_NS * 3 / 4, BOUND_NS);
    assertThat(beyondNs()).isLessThan(2 * PART * (nowNs - beginNs));
  }

  @Test
  void shouldServeBusyOnesWithinTheBoundWhenTheirRequestsCostMoreThanThoseOfOthers() {
    hogs(20);
    askers(40, 20_000);
    visitNs = 10_000;
    lightRequestNs = 180; // each in a segment of its own
    pass(SECOND_NS);
    for (int i = 0; i < 10; i++) {
      nowNs += 10 * BOUND_NS; // all have to wait for longer, and bring more than ever
      pass(30 * BOUND_NS);
      askers.forEach(asker -> asker.longestWaitNs = 0);
      pass(30 * BOUND_NS);
      assertThat(longestWaitNs()).isLessThanOrEqualTo(BOUND_NS * 3 / 2);
    }
  }

  @Test
  void shouldServeBusyOnesWithinTheBoundAgainWhenAllHadToWaitForLonger() {
    hogs(20);
    askers(14, 20_000);
    visitNs = 40_000;
    pass(SECOND_NS);
    for (int i = 0; i < 10; i++) {
      nowNs += 10 * BOUND_NS; // the thread lost its core
      pass(30 * BOUND_NS);
      askers.forEach(asker -> asker.longestWaitNs = 0);
      pass(30 * BOUND_NS);
      assertThat(longestWaitNs()).isLessThanOrEqualTo(BOUND_NS);
    }
  }

  @Test
  void shouldServeBusyOnesInTurnWhenTheyWait() {
    hogs(20);
    askers(200, 100_000);
    pass(SECOND_NS);
    long[] before = askers.stream().mapToLong(asker -> asker.member.handled).toArray();
    pass(10 * SECOND_NS);
    for (int i = 0; i < before.length; i++) {
      assertThat(askers.get(i).member.handled - before[i])
          .as("what it asked for, but for what has just come")
          .isBetween(99_000L, 101_000L);
    }
  }

  @Test
  void shouldShareTheRestAmongBackloggedOnesWhenLightOnesWait() {
    hogs(20);
    askers(50, 20_000);
    pass(SECOND_NS);
    long[] before = hogs.stream().mapToLong(hog -> hog.handled).toArray();
    pass(2 * SECOND_NS);
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < before.length; i++) {
      least = Math.min(least, hogs.get(i).handled - before[i]);
      most = Math.max(most, hogs.get(i).handled - before[i]);
    }
    assertThat(most - least).isLessThanOrEqualTo(2 * QUANTUM);
  }

  @Test
  void shouldDelayNobodyByMoreThanTheBoundWhenTheThreadLostItsCore() {
    hogs(20);
    askers(3, 1_000_000);
    pass(SECOND_NS);
    askers.forEach(asker -> asker.askUntil(nowNs));
    while (askers.stream().anyMatch(asker -> asker.member.hasInput())) {
      visit();
    }
    askers.get(0).askUntil(nowNs + askers.get(0).everyNs);
    FakeMember member = (FakeMember) schedule.next(nowNs);
    serve(member);
    nowNs += SECOND_NS; // within the visit
    askers.forEach(
        asker -> {
          asker.askedNs = nowNs;
          asker.longestWaitNs = 0;
        });
    pass(SECOND_NS / 10);
    assertThat(longestWaitNs()).isLessThanOrEqualTo(BOUND_NS + 2 * fullVisitNs());
  }

  @Test
  void shouldServeLightOnesAtOnceWhenNobodyIsBacklogged() {
    askers(10, 500_000);
    pass(SECOND_NS);
    assertThat(longestWaitNs()).isLessThanOrEqualTo(12 * (visitNs + requestNs));
  }

  @ParameterizedTest
  @ValueSource(longs = {100, 1_000})
  void shouldGiveItsShareToOneWithFewRequestsAtATime(long ns) {
    requestNs = ns;
    hogs(1);
    askers(77, 500_000); // their visits cost more than the part
    FakeMember windowed = new FakeMember(nextId++, 1);
    fairShare.join(windowed);
    assertThat(shareOf(windowed, timeNs -> passWith(windowed, 250, timeNs))).isGreaterThan(0.9);
  }

  @Test
  void shouldGiveItsShareToAHeavyOneWhoseSocketIsNearlyEmptyForAMoment() {
    visitNs = 10_000;
    hogs(40);
    askers(1_000, 2_000_000); // they wait for 0.1 s
    pass(SECOND_NS);
    FakeMember heavy = new FakeMember(nextId++, 1);
    fairShare.join(heavy);
    hogs.add(heavy);
    heavy.arrived = 1;
    long before = 0;
    long hogBefore = 0;
    long fullNs = 0;
    long halfNs = nowNs + SECOND_NS;
    for (long endNs = halfNs + SECOND_NS; nowNs < endNs; visit()) {
      if (!heavy.hasInput()) {
        heavy.arrived += 20;
        fullNs = nowNs + 1_000_000;
      }
      if (nowNs >= fullNs) {
        heavy.arrived += 3 * QUANTUM;
        fullNs = Long.MAX_VALUE;
      }
      if (nowNs < halfNs) {
        before = heavy.handled;
        hogBefore = hogs.get(0).handled;
      }
    }
    assertThat((double) (heavy.handled - before))
        .isGreaterThan(0.6 * (hogs.get(0).handled - hogBefore));
  }

  @ParameterizedTest
  @ValueSource(ints = {430, 600, 780})
  void shouldGiveItsShareToAHeavyOneWhoseSocketHoldsLessThanAQuantum(int socketRequests) {
    hogs(20);
    askers(50, 20_000); // their visits cost more than the part
    FakeMember narrow = new FakeMember(nextId++, 1);
    fairShare.join(narrow);
    assertThat(shareOf(narrow, timeNs -> passWithSocketOf(narrow, socketRequests, timeNs)))
        .isGreaterThan(0.99);
  }

  /** What the member gets of what a hog gets, once it is known; time passes by so many ns. */
  private double shareOf(FakeMember member, LongConsumer pass) {
    pass.accept(SECOND_NS);
    long hogBefore = hogs.get(0).handled;
    long before = member.handled;
    pass.accept(2 * SECOND_NS);
    return (double) (member.handled - before) / (hogs.get(0).handled - hogBefore);
  }

  /** Time passes; the socket of the member is full again a moment after it was read. */
  private void passWithSocketOf(FakeMember narrow, int socketRequests, long ns) {
    long endNs = nowNs + ns;
    long refilledNs = nowNs;
    while (nowNs < endNs) {
      if (nowNs >= refilledNs) {
        narrow.arrived = narrow.handled + socketRequests;
      }
      long before = narrow.handled;
      visit();
      if (narrow.handled != before) {
        refilledNs = nowNs + 200_000;
      }
    }
  }

  /** Time passes; the member has so many requests outstanding again after each visit. */
  private void passWith(FakeMember windowed, long outstanding, long ns) {
    long endNs = nowNs + ns;
    while (nowNs < endNs) {
      windowed.arrived = windowed.handled + outstanding;
      visit();
    }
  }

  private void hogs(int count) {
    for (int i = 0; i < count; i++) {
      FakeMember hog = new FakeMember(nextId++, 1);
      hog.arrived = Long.MAX_VALUE / 2;
      fairShare.join(hog);
      hogs.add(hog);
    }
  }

  private void askers(int count, long everyNs) {
    for (int i = 0; i < count; i++) {
      asker(everyNs, everyNs * i / count);
    }
  }

  private Asker asker(long everyNs, long firstNs) {
    FakeMember member = new FakeMember(nextId++, 1);
    fairShare.join(member);
    Asker asker = new Asker(member, everyNs, nowNs + firstNs);
    askers.add(asker);
    return asker;
  }

  private long fullVisitNs() {
    return visitNs + QUANTUM * requestNs;
  }

  private double requestInFullVisitNs() {
    return (double) fullVisitNs() / QUANTUM;
  }

  private double beyondNs() {
    return askers.stream().mapToDouble(asker -> asker.beyondNs).sum();
  }

  private long longestWaitNs() {
    return askers.stream().mapToLong(asker -> asker.longestWaitNs).max().orElseThrow();
  }

  private void pass(long ns) {
    long endNs = nowNs + ns;
    while (nowNs < endNs) {
      visit();
    }
  }

  private void visit() {
    askers.forEach(asker -> asker.askUntil(nowNs));
    FakeMember member = (FakeMember) schedule.next(nowNs);
    if (member == null) {
      schedule.await(1);
      nowNs += 1_000;
    } else {
      serve(member);
    }
  }

  private void serve(FakeMember member) {
    askers.stream()
        .filter(asker -> asker.member == member && member.hasInput())
        .forEach(
            asker -> asker.longestWaitNs = Math.max(asker.longestWaitNs, nowNs - asker.oldestNs()));
    long served = member.take(schedule.allowance(member));
    boolean isLight = askers.stream().anyMatch(asker -> asker.member == member);
    long costNs = visitNs + served * (isLight && lightRequestNs > 0 ? lightRequestNs : requestNs);
    askers.stream()
        .filter(asker -> asker.member == member)
        .forEach(
            asker ->
                asker.beyondNs += (long) Math.max(0, costNs - served * requestInFullVisitNs()));
    schedule.visited(
        member,
        (int) served,
        member.hasInput() ? Schedule.Outcome.BACKLOGGED : Schedule.Outcome.DRAINED);
    member.release();
    nowNs += costNs;
  }
}
