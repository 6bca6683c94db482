package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How workers that have nothing to do wait, and who wakes them. */
class WaitingTest {
  private static final long LONG_NS = 1_000_000_000;

  private final List<String> parked = new ArrayList<>();
  private final List<Object> unparked = new ArrayList<>();
  private String caller = "";

  private final Parking parking =
      new Parking() {
        @Override
        public Object self() {
          return caller;
        }

        @Override
        public void park(long maxNs) {
          parked.add(caller);
        }

        @Override
        public void unpark(Object waiter) {
          unparked.add(waiter);
        }
      };

  @Test
  void shouldWakeTheParkedOneWhenTheOneThatWaitsForAllFindsSeveral() {
    FakeReadiness readiness = new FakeReadiness();
    RoundRobin roundRobin = new RoundRobin(settings(2), readiness);
    FakeMember first = join(roundRobin, 0);
    FakeMember second = join(roundRobin, 1);
    idle(roundRobin, 0);
    idle(roundRobin, 1);
    assertThat(parked).containsExactly("worker 1");

    first.arrived = 1;
    second.arrived = 1;
    assertThat(next(roundRobin, 0)).isSameAs(first);
    assertThat(unparked).containsExactly("worker 1");
    assertThat(next(roundRobin, 1)).isSameAs(second);
  }

  @Test
  void shouldLetAnotherWaitForAllWhenTheWaitIsOver() {
    FakeReadiness readiness = new FakeReadiness();
    RoundRobin roundRobin = new RoundRobin(settings(2), readiness);
    FakeMember member = join(roundRobin, 0);
    idle(roundRobin, 0);
    member.arrived = 1;
    assertThat(next(roundRobin, 0)).isSameAs(member);
    member.take(1);
    roundRobin.schedule(0).visited(member, 1, Schedule.Outcome.DRAINED);
    member.release();

    idle(roundRobin, 1);
    assertThat(parked).as("workers that park, though nobody waits for all").isEmpty();
  }

  @Test
  void shouldUnparkAWorkerOnceWhenTheSelectThreadHasSomethingForIt() {
    FakeReadiness readiness = new FakeReadiness();
    SharedQueue queue = new SharedQueue(settings(1), new FakeReadiness[] {readiness}, false);
    FakeMember member = join(queue, 0);
    idle(queue, 0);
    assertThat(parked).containsExactly("worker 0");

    member.arrived = 1;
    queue.helpers().get(0).doWork(0);
    assertThat(unparked).containsExactly("worker 0");
    assertThat(next(queue, 0)).isSameAs(member);

    FakeMember later = join(queue, 1);
    later.arrived = 1;
    queue.helpers().get(0).doWork(0);
    assertThat(unparked).as("a worker that does not wait is not woken").hasSize(1);
  }

  @Test
  void shouldLeaveTheNextWakeUpToTheWokenWorkerWhenTheQueueFills() {
    FakeReadiness readiness = new FakeReadiness();
    SharedQueue queue = new SharedQueue(settings(3), new FakeReadiness[] {readiness}, false);
    List<FakeMember> members = List.of(join(queue, 0), join(queue, 1), join(queue, 2));
    for (int worker = 0; worker < 3; worker++) {
      idle(queue, worker);
    }

    members.forEach(member -> member.arrived = 1);
    queue.helpers().get(0).doWork(0);
    assertThat(unparked).containsExactly("worker 0");
    assertThat(next(queue, 0)).isSameAs(members.get(0));
    assertThat(unparked).containsExactly("worker 0", "worker 1");
    queue.helpers().get(0).doWork(0);
    assertThat(unparked)
        .as("a select thread with nothing to read does not wait for the chain")
        .containsExactly("worker 0", "worker 1", "worker 2");
    assertThat(next(queue, 1)).isSameAs(members.get(1));
    assertThat(next(queue, 2)).isSameAs(members.get(2));
  }

  @Test
  void shouldWakeAnIdleWorkerWhenARoundBeginsWithSeveralWaiting() {
    FakeReadiness[] readiness = {new FakeReadiness(), new FakeReadiness()};
    FairShare fairShare = new FairShare(settings(2), readiness);
    FakeMember first = join(fairShare, 0);
    join(fairShare, 1);
    FakeMember third = join(fairShare, 2); // the first worker's, like the first
    idle(fairShare, 1);
    int before = readiness[1].wakeups;

    first.arrived = 1000;
    third.arrived = 1000;
    for (int visit = 0; visit < 3; visit++) {
      Member member = next(fairShare, 0);
      fairShare.schedule(0).visited(member, Harness.QUANTUM, Schedule.Outcome.BACKLOGGED);
      member.release();
    }
    assertThat(readiness[1].wakeups).isGreaterThan(before);
    assertThat(next(fairShare, 1)).as("what it takes over").isIn(first, third);
    int awake = readiness[1].wakeups;
    for (int visit = 0; visit < 4; visit++) {
      Member member = next(fairShare, 0);
      fairShare.schedule(0).visited(member, Harness.QUANTUM, Schedule.Outcome.BACKLOGGED);
      member.release();
    }
    assertThat(readiness[1].wakeups).as("a busy worker is not woken").isEqualTo(awake);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldWakeAnotherWorkerEachTimeWhenAMemberIsReleasedEarlyAndHasMore(int weight) {
    FakeReadiness[] readiness = {new FakeReadiness(), new FakeReadiness(), new FakeReadiness()};
    FairShare fairShare = new FairShare(settings(3), readiness);
    FakeMember member = join(fairShare, 0);
    member.weight(weight);
    idle(fairShare, 1);
    idle(fairShare, 2);
    int first = readiness[1].wakeups;
    int second = readiness[2].wakeups;

    member.arrived = 1000;
    visitWithoutOrder(fairShare, 0, member);
    assertThat(readiness[1].wakeups).isEqualTo(first + 1);
    assertThat(readiness[2].wakeups).isEqualTo(second);
    visitWithoutOrder(fairShare, 1, member);
    assertThat(readiness[2].wakeups).isEqualTo(second + 1);
    visitWithoutOrder(fairShare, 2, member);
    assertThat(readiness[1].wakeups).as("nobody idles").isEqualTo(first + 1);
  }

  @Test
  void shouldLeaveTheMemberInHandWhereItIsWhenAnotherWorkerHasNothing() {
    FakeReadiness[] readiness = {new FakeReadiness(), new FakeReadiness()};
    FairShare fairShare = new FairShare(settings(2), readiness);
    FakeMember member = join(fairShare, 0);
    idle(fairShare, 1);
    member.arrived = 1000;
    for (int round = 0; round < 3; round++) {
      assertThat(next(fairShare, 0)).isSameAs(member);
      fairShare.schedule(0).visited(member, Harness.QUANTUM, Schedule.Outcome.BACKLOGGED);
      assertThat(next(fairShare, 1)).isNull(); // its batch is run
      member.release();
    }
    assertThat(member.home()).isZero();
  }

  private void visitWithoutOrder(FairShare fairShare, int worker, FakeMember member) {
    assertThat(next(fairShare, worker)).isSameAs(member);
    fairShare.schedule(worker).visited(member, Harness.QUANTUM, Schedule.Outcome.BACKLOGGED);
    member.release();
    fairShare.schedule(worker).releasedEarly();
  }

  private DistributionSettings settings(int workers) {
    return new DistributionSettings(
            workers, Harness.READ_BYTES, Harness.QUANTUM, 16, 1, LONG_NS, 0.1, 16)
        .with(parking);
  }

  private static FakeMember join(Distribution distribution, int id) {
    FakeMember member = new FakeMember(id, 1);
    distribution.join(member);
    distribution.helpers().forEach(helper -> helper.doWork(0));
    return member;
  }

  /** Lets a worker find out that there is nothing, and wait. */
  private void idle(Distribution distribution, int worker) {
    Member member = next(distribution, worker);
    while (member != null) { // one that has just joined counts as ready once
      distribution.schedule(worker).visited(member, 0, Schedule.Outcome.DRAINED);
      member.release();
      member = next(distribution, worker);
    }
    distribution.schedule(worker).await(LONG_NS);
  }

  private Member next(Distribution distribution, int worker) {
    caller = "worker " + worker;
    return distribution.schedule(worker).next(0);
  }
}
