package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When members move, and where to. {@link StrategyContractTest} has what holds while they move. */
class DynamicPartitionTest {
  private static final long SECOND_NS = 1_000_000_000;
  private static final int WORKERS = 2;

  /** So many requests that wait make a member saturated. */
  private static final int BACKLOG = 300;

  private final FakeReadiness[] readiness = {new FakeReadiness(), new FakeReadiness()};
  private final DynamicPartition partition =
      new DynamicPartition(
          new DistributionSettings(WORKERS, 2048, 25, 16, 1, SECOND_NS, 0.1, 64), readiness);
  private final List<FakeMember> members = new ArrayList<>();

  /** Members that join one after the other, and whose workers have accepted them. */
  private void join(int count) {
    for (int i = 0; i < count; i++) {
      FakeMember member = new FakeMember(i, 1);
      members.add(member);
      partition.join(member);
    }
    accept();
  }

  /** Each worker takes over what was dealt to it. */
  private void accept() {
    for (int worker = 0; worker < WORKERS; worker++) {
      Schedule schedule = partition.schedule(worker);
      for (Member next = schedule.next(0); next != null; next = schedule.next(0)) {
        schedule.visited(next, 0, Schedule.Outcome.DRAINED);
        next.release();
      }
    }
  }

  /** A second passes in which so many requests of each member are served. */
  private void serve(long atSeconds, int... requests) {
    for (int i = 0; i < requests.length; i++) {
      members.get(i).addServedRequests(requests[i]);
    }
    partition.tick(atSeconds * SECOND_NS);
  }

  private List<Integer> homes() {
    return members.stream().map(Member::home).toList();
  }

  private static BitSet workers(int... stuck) {
    BitSet set = new BitSet();
    IntStream.of(stuck).forEach(set::set);
    return set;
  }

  @Test
  void shouldDealMembersToTheWorkerWithTheFewest() {
    join(3);
    partition.left(members.get(0));
    partition.left(members.get(2));
    join(2);
    assertThat(homes()).containsExactly(0, 1, 0, 0, 0);
  }

  @Test
  void shouldGiveTheHeaviestFirstToTheWorkerWithTheLeastLoad() {
    join(4);
    serve(0, 0, 0, 0, 0);
    serve(1, 400, 10, 300, 10);
    assertThat(homes()).containsExactly(0, 1, 1, 1);
  }

  @Test
  void shouldMoveNothingWhenNoWorkerIsAboveTheMeanByMoreThanTheTolerance() {
    join(4);
    serve(0, 0, 0, 0, 0);
    serve(1, 550, 250, 0, 200);
    assertThat(homes()).as("550 and 450").containsExactly(0, 1, 0, 1);
    serve(2, 700, 0, 0, 400);
    assertThat(homes()).as("one member cannot be split").containsExactly(0, 1, 1, 1);
  }

  @Test
  void shouldLeaveAMemberWhereItIsWhenItsWorkerHasLittleMoreThanTheLeastLoaded() {
    join(6);
    serve(0, 0, 0, 0, 0, 0, 0);
    serve(1, 500, 480, 300, 0, 20, 0);
    assertThat(homes())
        .as("the third stays: its worker has 10 more by then, less than a tenth of the mean")
        .containsExactly(0, 1, 0, 1, 1, 1);
  }

  @Test
  void shouldMeasureOnceInAnInterval() {
    join(4);
    serve(0, 0, 0, 0, 0);
    members.get(0).addServedRequests(400);
    members.get(2).addServedRequests(300);
    partition.tick(SECOND_NS - 1);
    assertThat(homes()).containsExactly(0, 1, 0, 1);
    partition.tick(SECOND_NS);
    assertThat(homes()).containsExactly(0, 1, 1, 1);
  }

  @Test
  void shouldCountSaturatedMembersWithTheHighestOfTheirRates() {
    join(6);
    for (int i = 0; i < 6; i += 2) {
      members.get(i).arrived = BACKLOG;
    }
    serve(0, 0, 0, 0, 0, 0, 0);
    serve(1, 500, 1_000, 300, 0, 200, 0);
    assertThat(homes()).as("each of the three like the first").containsExactly(0, 1, 0, 1, 1, 1);
  }

  @Test
  void shouldMoveNothingWhenTheSameRatesAreServedWithoutABacklog() {
    join(6);
    serve(0, 0, 0, 0, 0, 0, 0);
    serve(1, 500, 1_000, 300, 0, 200, 0);
    assertThat(homes()).containsExactly(0, 1, 0, 1, 0, 1);
  }

  @Test
  void shouldNotMoveAMemberAgainBeforeItIsHandedOver() {
    join(4);
    serve(0, 0, 0, 0, 0);
    serve(1, 400, 10, 300, 10);
    assertThat(members.get(2).holder()).as("not yet handed over").isZero();
    serve(2, 0, 2_000, 1_000, 2_000);
    assertThat(members.get(2).home()).isEqualTo(1);
    accept();
    accept();
    assertThat(members.get(2).holder()).isEqualTo(1);
    serve(3, 0, 4_000, 2_000, 4_000);
    assertThat(members.get(1).home()).isNotEqualTo(members.get(3).home());
  }

  @Test
  void shouldGiveMembersOfAStuckWorkerToOthersAndBringItNone() {
    join(4);
    assertThat(partition.relieve(workers(0))).isEqualTo(2);
    assertThat(homes()).containsExactly(1, 1, 1, 1);
    join(1);
    assertThat(members.get(4).home()).isEqualTo(1);
    assertThat(partition.relieve(workers())).as("nobody is stuck").isZero();
    join(1);
    assertThat(members.get(5).home()).isZero();
  }

  @Test
  void shouldLeaveAStuckWorkerTheMembersThatItHasInHand() {
    join(4);
    assertThat(members.get(0).tryClaim(0)).isTrue();
    assertThat(partition.waitsFor(members.get(0), 0)).isTrue();
    assertThat(partition.relieve(workers(0))).isEqualTo(1);
    assertThat(homes()).containsExactly(0, 1, 1, 1);
  }

  @Test
  void shouldMoveNothingWhenAllWorkersAreStuck() {
    join(4);
    assertThat(partition.relieve(workers(0, 1))).isZero();
    assertThat(homes()).containsExactly(0, 1, 0, 1);
  }
}
