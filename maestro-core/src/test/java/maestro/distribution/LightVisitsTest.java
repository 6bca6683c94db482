package maestro.distribution;

import static maestro.distribution.FairShareWorker.BOUND_NS;
import static maestro.distribution.FairShareWorker.PART;
import static maestro.distribution.FairShareWorker.QUANTUM;
import static maestro.distribution.FairShareWorker.SECOND_NS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import maestro.distribution.FairShareWorker.Asker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fair-share guarantees about visits to light members ({@link VisitBudget}). */
class LightVisitsTest {
  private final FairShareWorker worker = new FairShareWorker();

  @Test
  void shouldSpendAtMostThePartBeyondRequestsWhenThatKeepsWaitsAtTheBound() {
    worker.hogs(20);
    worker.askers(8, 100_000); // by the part each waits for 8 x 30 us / 0.1
    worker.pass(SECOND_NS);
    worker.measureAnew();
    worker.pass(SECOND_NS);
    assertThat(worker.partBeyondRequests()).isBetween(0.9 * PART, 1.05 * PART);
  }

  @ParameterizedTest
  @ValueSource(longs = {3_000, 30_000, 300_000})
  void shouldSpendAtMostThePartWhenNotAllCanBeServedWithinTheBound(long ns) {
    worker.visitNs = ns;
    worker.hogs(20);
    worker.askers(500, 40_000);
    worker.pass(SECOND_NS);
    worker.measureAnew();
    worker.pass(2 * SECOND_NS);
    assertThat(worker.partBeyondRequests()).isLessThan(1.05 * PART);
  }

  @Test
  void shouldLetNobodyWaitWhenVisitsCostLessThanThePart() {
    worker.hogs(20);
    worker.askers(3, 1_000_000); // 3 visits of 30 us in each millisecond are 9 %
    worker.pass(SECOND_NS / 10);
    worker.measureAnew();
    worker.pass(SECOND_NS);
    assertThat(worker.longestWaitNs())
        .isLessThanOrEqualTo(worker.fullVisitNs() + 4 * worker.visitNs);
  }

  @ParameterizedTest
  @ValueSource(longs = {3_100_000, 20_000_000, 200_000_000})
  void shouldServeOneThatAsksRarelyAtOnceWhileTheBudgetIsSpent(long everyNs) {
    worker.hogs(20);
    worker.askers(50, 20_000);
    Asker rare = worker.asker(everyNs, 0);
    worker.pass(SECOND_NS);
    rare.longestWaitNs = 0;
    worker.pass(SECOND_NS);
    assertThat(rare.member.handled).isGreaterThan(2 * SECOND_NS / everyNs - 3);
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(worker.fullVisitNs() + 2 * worker.visitNs);
  }

  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenItsRequestsComeAtRandomTimes() {
    worker.hogs(20);
    worker.askers(50, 20_000);
    Asker probe = worker.asker(Long.MAX_VALUE / 2, 0);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 1_000; i++) {
      worker.pass(random.nextLong(2 * BOUND_NS));
      probe.askedNs = worker.nowNs();
      probe.member.arrived++;
      while (probe.member.hasInput()) {
        worker.visit();
      }
      if (i == 0) {
        probe.longestWaitNs = 0; // before its first request nothing was known of it
      }
    }
    assertThat(probe.longestWaitNs).isLessThanOrEqualTo(worker.fullVisitNs() + 2 * worker.visitNs);
  }

  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenManyAskInBursts() {
    worker.hogs(20);
    worker.askers(500, 10_000_000);
    worker.askers.forEach(asker -> asker.burst = 30);
    Asker rare = worker.asker(3_100_000, 0);
    worker.pass(SECOND_NS);
    rare.longestWaitNs = 0;
    worker.pass(SECOND_NS);
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(worker.fullVisitNs() + 4 * worker.visitNs);
  }

  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenAThousandAskALittleMoreOften() {
    worker.visitNs = 10_000;
    worker.hogs(20);
    worker.askers(1_000, 2_000_000); // their visits cost five times as much time as there is
    Asker rare = worker.asker(10_000_000, 0);
    worker.pass(2 * SECOND_NS);
    rare.longestWaitNs = 0;
    worker.pass(2 * SECOND_NS);
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(2 * worker.fullVisitNs());
  }

  /** It is not to blame for what comes after its visits: a poll that finds many, or a stall. */
  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenMuchTimePassesAfterEachOfItsVisits() {
    long lostNs = 2_000_000;
    worker.visitNs = 10_000;
    worker.hogs(20);
    worker.askers(1_000, 2_000_000);
    Asker rare = worker.asker(10_000_000, 0);
    worker.pass(2 * SECOND_NS);
    rare.longestWaitNs = 0;
    long endNs = worker.nowNs() + 2 * SECOND_NS;
    while (worker.nowNs() < endNs) {
      long before = rare.member.handled;
      worker.visit();
      if (rare.member.handled != before) {
        worker.stall(lostNs);
      }
    }
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(2 * worker.fullVisitNs());
  }

  @Test
  void shouldServeOneThatAsksRarelyAtOnceWhenACrowdOfNewOnesAsks() {
    worker.hogs(20);
    Asker rare = worker.asker(3_100_000, 0);
    worker.pass(SECOND_NS / 10);
    for (int i = 0; i < 100; i++) {
      worker.pass(BOUND_NS);
      worker.hogs(10);
    }
    worker.pass(SECOND_NS / 10);
    assertThat(rare.longestWaitNs).isLessThanOrEqualTo(10 * worker.fullVisitNs());
  }

  @Test
  void shouldServeOneAtOnceWhenItHasBeenSilent() {
    worker.hogs(20);
    worker.askers(50, 20_000);
    Asker silent = worker.asker(20_000, 0);
    worker.pass(SECOND_NS);
    silent.askUntil(worker.nowNs());
    while (silent.member.hasInput()) {
      worker.visit();
    }
    worker.askers.remove(silent);
    worker.pass(20 * BOUND_NS); // for longer than it has to wait
    worker.askers.add(silent);
    silent.askedNs = worker.nowNs() - silent.everyNs;
    silent.longestWaitNs = 0;
    long before = silent.member.handled;
    while (silent.member.handled == before) {
      worker.visit();
    }
    assertThat(silent.longestWaitNs).isLessThanOrEqualTo(worker.fullVisitNs() + 2 * worker.visitNs);
  }

  @Test
  void shouldServeThoseNearTheirShareAsSoonAsOthersWhenRoundsAreLong() {
    worker.requestNs = 400;
    worker.hogs(40); // a round takes some 20 ms
    worker.askers(20, 50_000); // half of a quantum in a round
    worker.pass(2 * SECOND_NS);
    worker.measureAnew();
    worker.pass(SECOND_NS);
    assertThat(worker.longestWaitNs()).isLessThan(BOUND_NS + 2 * worker.fullVisitNs());
  }

  @Test
  void shouldNotLetWaitsJumpWhenALittleMoreWaitThanTheBudgetCanPayFor() {
    worker.hogs(20);
    worker.askers(60, 100_000); // 40 can be visited within twice the bound
    worker.pass(SECOND_NS);
    worker.measureAnew();
    worker.pass(SECOND_NS);
    assertThat(worker.longestWaitNs()).as("18 ms if the part alone pays").isLessThan(5 * BOUND_NS);
  }

  @Test
  void shouldWatchOneThatAsksOftenOnlyAfterItsTurnFoundNothing() {
    worker.hogs(20);
    worker.askers(50, 20_000);
    Asker silent = worker.asker(20_000, 0);
    worker.pass(SECOND_NS);
    worker.readiness.changes = 0;
    worker.pass(SECOND_NS / 10);
    assertThat(worker.readiness.changes)
        .as("some 2,000 if each is watched after its visit")
        .isLessThan(200);
    assertThat(worker.readiness.isWatching(silent.member)).isFalse();

    worker.askers.remove(silent);
    worker.pass(20 * BOUND_NS);
    assertThat(worker.readiness.isWatching(silent.member)).isTrue();
    worker.askers.add(silent);
    long before = silent.member.handled;
    worker.pass(20 * BOUND_NS);
    assertThat(silent.member.handled).isGreaterThan(before);
  }

  @Test
  void shouldServeABusyOneWithinTheBoundWhenTwiceThePartIsEnough() {
    worker.hogs(20);
    worker.askers(14, 20_000); // by the part alone each would wait for 14 x 32 us / 0.1
    worker.visitNs = 40_000;
    worker.pass(SECOND_NS);
    worker.measureAnew();
    worker.pass(SECOND_NS);
    assertThat(worker.longestWaitNs()).isBetween(BOUND_NS * 3 / 4, BOUND_NS);
    assertThat(worker.partBeyondRequests()).isLessThan(2 * PART);
  }

  @Test
  void shouldServeBusyOnesWithinTheBoundWhenTheirRequestsCostMoreThanThoseOfOthers() {
    worker.hogs(20);
    worker.askers(40, 20_000);
    worker.visitNs = 10_000;
    worker.lightRequestNs = 180; // each in a segment of its own
    worker.pass(SECOND_NS);
    for (int i = 0; i < 10; i++) {
      worker.stall(10 * BOUND_NS); // all have to wait for longer, and bring more than ever
      worker.pass(30 * BOUND_NS);
      worker.measureAnew();
      worker.pass(30 * BOUND_NS);
      assertThat(worker.longestWaitNs()).isLessThanOrEqualTo(BOUND_NS * 3 / 2);
    }
  }

  @Test
  void shouldServeBusyOnesWithinTheBoundAgainWhenAllHadToWaitForLonger() {
    worker.hogs(20);
    worker.askers(14, 20_000);
    worker.visitNs = 40_000;
    worker.pass(SECOND_NS);
    for (int i = 0; i < 10; i++) {
      worker.stall(10 * BOUND_NS); // the thread lost its core
      worker.pass(30 * BOUND_NS);
      worker.measureAnew();
      worker.pass(30 * BOUND_NS);
      assertThat(worker.longestWaitNs()).isLessThanOrEqualTo(BOUND_NS);
    }
  }

  @Test
  void shouldServeBusyOnesInTurnWhenTheyWait() {
    worker.hogs(20);
    worker.askers(200, 100_000);
    worker.pass(SECOND_NS);
    long[] before = worker.askers.stream().mapToLong(asker -> asker.member.handled).toArray();
    worker.pass(10 * SECOND_NS);
    for (int i = 0; i < before.length; i++) {
      assertThat(worker.askers.get(i).member.handled - before[i])
          .as("what it asked for, but for what has just come")
          .isBetween(99_000L, 101_000L);
    }
  }

  @Test
  void shouldShareTheRestAmongBackloggedOnesWhenLightOnesWait() {
    worker.hogs(20);
    worker.askers(50, 20_000);
    worker.pass(SECOND_NS);
    long[] before = worker.hogs.stream().mapToLong(hog -> hog.handled).toArray();
    worker.pass(2 * SECOND_NS);
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < before.length; i++) {
      least = Math.min(least, worker.hogs.get(i).handled - before[i]);
      most = Math.max(most, worker.hogs.get(i).handled - before[i]);
    }
    assertThat(most - least).isLessThanOrEqualTo(2 * QUANTUM);
  }

  @Test
  void shouldDelayNobodyByMoreThanTheBoundWhenTheThreadLostItsCore() {
    worker.hogs(20);
    worker.askers(3, 1_000_000);
    worker.pass(SECOND_NS);
    worker.askers.forEach(asker -> asker.askUntil(worker.nowNs()));
    while (worker.askers.stream().anyMatch(asker -> asker.member.hasInput())) {
      worker.visit();
    }
    worker.askers.get(0).askUntil(worker.nowNs() + worker.askers.get(0).everyNs);
    worker.visitWithoutAsking();
    worker.stall(SECOND_NS); // within the visit
    worker.askers.forEach(asker -> asker.askedNs = worker.nowNs());
    worker.measureAnew();
    worker.pass(SECOND_NS / 10);
    assertThat(worker.longestWaitNs()).isLessThanOrEqualTo(BOUND_NS + 2 * worker.fullVisitNs());
  }

  @Test
  void shouldServeLightOnesAtOnceWhenNobodyIsBacklogged() {
    worker.askers(10, 500_000);
    worker.pass(SECOND_NS);
    assertThat(worker.longestWaitNs())
        .isLessThanOrEqualTo(12 * (worker.visitNs + worker.requestNs));
  }

  /** Nobody is backlogged before it comes, so the budget lets all of them be served at once. */
  @Test
  void shouldServeANewMemberBesideAThousandWhoseVisitsFillTheTime() {
    worker.askers(1_000, 5_000_000);
    worker.pass(SECOND_NS);
    worker.hogs(1);
    worker.pass(SECOND_NS / 10);
    FakeMember hog = worker.hogs.get(0);
    assertThat(hog.handled).isPositive();
    long before = hog.handled;
    worker.pass(SECOND_NS);
    assertThat(hog.handled - before)
        .isGreaterThan((long) (0.8 * SECOND_NS * QUANTUM / worker.fullVisitNs()));
  }

  @Test
  void shouldServeAThousandNewMembersBesideAThousandWhoseVisitsFillTheTime() {
    worker.askers(1_000, 5_000_000);
    worker.pass(SECOND_NS);
    List<FakeMember> joining = Stream.generate(worker::join).limit(1_000).toList();
    joining.forEach(member -> member.arrived++);
    worker.pass(2 * SECOND_NS);
    assertThat(joining).filteredOn(member -> member.handled != 1).isEmpty();
  }

  @Test
  void shouldServeOneThatAsksRarelyWithinTheBoundWhenACrowdBecomesReadyAtOnce() {
    List<FakeMember> crowd = Stream.generate(worker::join).limit(1_000).toList();
    Asker rare = worker.asker(10_000_000, 0);
    for (int i = 0; i < 100; i++) { // so that none of them asks rarely
      crowd.forEach(member -> member.arrived += QUANTUM / 20);
      worker.pass(SECOND_NS / 25);
    }
    rare.longestWaitNs = 0;
    crowd.forEach(member -> member.arrived += QUANTUM / 20);
    worker.pass(SECOND_NS / 10);
    assertThat(rare.longestWaitNs).isLessThan(BOUND_NS + 2 * worker.fullVisitNs());
  }
}
