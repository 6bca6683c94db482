package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What worker 0 may take from the others. */
class StealingTest {
  private static final int WORKERS = 3;
  private static final DistributionSettings SETTINGS =
      new DistributionSettings(WORKERS, 2048, 25, 16, 1, 50_000_000, 0.1, 64);

  private final FakeReadiness[] readiness = new FakeReadiness[WORKERS];
  private final FairSchedule[] all = new FairSchedule[WORKERS];
  private final WaitingMembers own;
  private final WaitingMembers second;
  private final WaitingMembers third;
  private final Stealing stealing;
  private int members;

  StealingTest() {
    for (int i = 0; i < WORKERS; i++) {
      readiness[i] = new FakeReadiness();
      all[i] = new FairSchedule(i, SETTINGS, readiness[i], all);
    }
    own = all[0].waiting();
    second = all[1].waiting();
    third = all[2].waiting();
    stealing = new Stealing(0, own, all[0], all);
  }

  private FakeMember member() {
    return new FakeMember(members++, 1);
  }

  @Test
  void shouldTakeFromTheWorkerInTheEarliestRoundAndJoinTheLatest() {
    Member ahead = member();
    Member behind = member();
    own.round(4);
    second.round(5);
    second.active().offer(ahead);
    third.round(3);
    third.active().offer(behind);
    assertThat(stealing.steal()).isSameAs(behind);
    assertThat(behind.home()).isZero();
    assertThat(own.round()).isEqualTo(5);
    assertThat(stealing.steal()).isSameAs(ahead);
    assertThat(stealing.steal()).isNull();
  }

  @Test
  void shouldTakeNothingFromWorkersThatAreAheadWhileItHasMembersOfItsOwn() {
    own.round(4);
    own.expired().offer(member());
    second.round(5);
    second.active().offer(member());
    assertThat(stealing.steal()).isNull();
    assertThat(own.round()).isEqualTo(4);
    second.round(4);
    assertThat(stealing.steal()).isNotNull();
  }

  @Test
  void shouldTakeSparseOnesOnlyWhenTheirWorkerIsLate() {
    Member sparse = member();
    own.round(4);
    second.round(4);
    third.round(4);
    second.sparse.offer(sparse);
    assertThat(stealing.steal()).isNull();
    second.round(3);
    assertThat(stealing.steal()).isSameAs(sparse);
  }

  @Test
  void shouldTakeOneThatWaitsForTheBudgetOnlyWhenItsWorkerIsLate() {
    Member held = member();
    own.round(4);
    second.round(4);
    third.round(4);
    second.forBudget.offer(held);
    assertThat(stealing.steal()).isNull();
    second.round(3);
    assertThat(stealing.steal()).isSameAs(held);
  }

  @Test
  void shouldLeaveThoseThatTheirWorkerServesSooner() {
    own.round(4);
    second.lowRate.offer(member());
    second.shortVisits.offer(member());
    assertThat(stealing.steal()).isNull();
  }

  @Test
  void shouldTakeOneOfTheNextRoundWhenItIsFree() {
    FakeMember claimed = member();
    assertThat(claimed.tryClaim(1)).isTrue();
    second.again.offer(claimed);
    assertThat(stealing.steal()).as("its batch still runs").isNull();
    claimed.release();
    assertThat(stealing.steal()).isSameAs(claimed);
    assertThat(claimed.home()).isZero();
    assertThat(own.round()).isEqualTo(1);
  }

  @Test
  void shouldWakeOneIdleWorkerAtATime() {
    all[1].await(0);
    all[2].await(0);
    stealing.wakeOne();
    assertThat(readiness[1].wakeups).isEqualTo(1);
    assertThat(readiness[2].wakeups).isZero();
    stealing.wakeOne();
    stealing.wakeOne();
    assertThat(readiness[1].wakeups).isEqualTo(1);
    assertThat(readiness[2].wakeups).isEqualTo(1);
  }

  @Test
  void shouldSayWhetherSeveralWaitElsewhere() {
    own.active().offer(member());
    own.active().offer(member());
    second.active().offer(member());
    assertThat(stealing.othersWait()).isFalse();
    second.active().offer(member());
    assertThat(stealing.othersWait()).isTrue();
  }

  @Test
  void shouldCountEachLookAtAnotherWorker() {
    stealing.steal();
    assertThat(stealing.polls()).isEqualTo(WORKERS - 1);
    stealing.othersWait();
    assertThat(stealing.polls()).isEqualTo(2 * WORKERS - 1);
  }

  @Test
  void shouldStealNothingWhenItIsAlone() {
    FairSchedule[] alone = {all[0]};
    Stealing single = new Stealing(0, own, all[0], alone);
    assertThat(single.steal()).isNull();
    assertThat(single.polls()).isZero();
  }
}
