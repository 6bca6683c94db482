package maestro.distribution;

import static maestro.distribution.FairShareWorker.BOUND_NS;
import static maestro.distribution.FairShareWorker.SECOND_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.stream.Stream;
import maestro.distribution.FairShareWorker.Asker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fair-share beside applications whose requests take long: visits stay short. */
class SlowRequestsTest {
  private final FairShareWorker worker = new FairShareWorker();

  @ParameterizedTest
  @ValueSource(longs = {1_000, 10_000, 100_000, 700_000})
  void shouldServeOneThatAsksRarelyWithinTheBound(long requestNs) {
    worker.requestNs = requestNs;
    worker.hogs(20);
    Asker rare = worker.asker(100_000_000, 0);
    worker.pass(2 * SECOND_NS);
    rare.longestWaitNs = 0;
    worker.pass(2 * SECOND_NS);
    assertThat(rare.longestWaitNs).isLessThan(BOUND_NS / 2);
  }

  @ParameterizedTest
  @ValueSource(longs = {100_000, 1_000_000, 5_000_000})
  void shouldShareEvenly(long requestNs) {
    worker.requestNs = requestNs;
    worker.hogs(20);
    worker.pass(20 * SECOND_NS);
    List<Long> before = worker.hogs.stream().map(hog -> hog.handled).toList();
    worker.pass(20 * SECOND_NS);
    long share = 20 * SECOND_NS / 20 / requestNs;
    for (int i = 0; i < 20; i++) {
      assertThat(worker.hogs.get(i).handled - before.get(i))
          .isBetween((long) (0.9 * share) - 2, share + 2);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {100_000, 1_000_000, 5_000_000})
  void shouldServeANewMemberBesideThoseThatAskForMoreThanThereIs(long requestNs) {
    worker.requestNs = requestNs;
    worker.askers(10, requestNs / 2);
    worker.pass(SECOND_NS);
    worker.hogs(1);
    worker.pass(100 * requestNs + 10 * BOUND_NS);
    assertThat(worker.hogs.get(0).handled).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {10_000, 50_000, 500_000})
  void shouldServeOneThatAsksRarelyWithinTheBoundBesideOneWhoseRequestsTakeLong(long dearNs) {
    worker.visitNs = 5_000;
    worker.hogs(10);
    worker.dear = worker.hogs.get(3);
    worker.dearRequestNs = dearNs;
    Asker rare = worker.asker(10_000_000, 0);
    worker.pass(SECOND_NS);
    rare.longestWaitNs = 0;
    worker.longestDearVisitNs = 0;
    long dearBefore = worker.hogs.get(3).handled;
    long before = worker.hogs.get(0).handled;
    worker.pass(10 * SECOND_NS);
    assertThat(worker.longestDearVisitNs).isLessThanOrEqualTo(BOUND_NS / 4 + worker.visitNs);
    assertThat(rare.longestWaitNs).isLessThan(BOUND_NS / 2);
    assertThat((double) (worker.hogs.get(3).handled - dearBefore))
        .as("requests are shared, not time")
        .isCloseTo((double) (worker.hogs.get(0).handled - before), withinPercentage(10));
  }

  /** Each visit takes longer than the delay bound, after which a poll is due. */
  @Test
  void shouldServeANewMemberWhenEachVisitTakesLongerThanTheBound() {
    worker.visitNs = 2 * BOUND_NS;
    List<FakeMember> oneByOne = Stream.generate(worker::join).limit(10).toList();
    passAsking(oneByOne, SECOND_NS);
    worker.hogs(1);
    FakeMember hog = worker.hogs.get(0);
    passAsking(oneByOne, 20 * worker.visitNs);
    assertThat(hog.handled).isPositive();
    long before = hog.handled;
    passAsking(oneByOne, 110 * worker.visitNs);
    assertThat(hog.handled - before).isGreaterThan(8 * FairShareWorker.QUANTUM);
  }

  /** Each of them asks as soon as it is served. */
  private void passAsking(List<FakeMember> oneByOne, long ns) {
    long endNs = worker.nowNs() + ns;
    while (worker.nowNs() < endNs) {
      oneByOne.stream().filter(member -> !member.hasInput()).forEach(member -> member.arrived++);
      worker.visit();
    }
  }
}
