package maestro.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.api.BatchStage;
import maestro.batching.BatchingPolicy;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import org.junit.jupiter.api.Test;

/** When a batch ends, and what the batching policy is told. */
class WorkerTest {
  private static final int REQUEST_BYTES = Messages.packetIn(1, 0).length;

  private final List<Integer> batches = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final List<String> gathered = new ArrayList<>();
  private Rig rig;
  private long stageTakesNs;

  private final BatchStage stage =
      (batch, output) -> {
        batches.add(batch.count());
        rig.moveClock(stageTakesNs);
        while (batch.next()) {
          output.flood(batch.request());
        }
      };

  private BatchingPolicy policy(int threshold) {
    return new BatchingPolicy() {
      @Override
      public int threshold() {
        return threshold;
      }

      @Override
      public void onGathered(int visits, int switches) {
        gathered.add(visits + " visits to " + switches);
      }

      @Override
      public void onFullBatch(int requests, long elapsedNs, boolean pending) {
        told.add("full " + requests + " in " + elapsedNs + (pending ? "" : ", nothing left"));
      }

      @Override
      public void onNothingPending() {
        told.add("nothing pending");
      }
    };
  }

  private Rig start(RigSetup setup, int threshold) {
    rig = setup.policy(policy(threshold)).stage(stage).start();
    return rig;
  }

  private static byte[] requests(int count) {
    byte[][] all = new byte[count][];
    for (int i = 0; i < count; i++) {
      all[i] = Messages.packetIn(1, i);
    }
    return Messages.join(all);
  }

  private static RigSetup roundRobin() {
    return Rig.setup().strategy(StrategyName.ROUND_ROBIN);
  }

  @Test
  void shouldRunWhatThereIsWhenNothingMoreIsPending() {
    try (Rig own = start(roundRobin(), 100)) {
      FakeSwitch one = own.join(1, 1);
      FakeSwitch two = own.join(1, 2);
      told.clear();
      one.send(requests(3));
      two.send(requests(4));
      assertThat(own.work(0)).as("visits").isEqualTo(2);
      assertThat(batches).containsExactly(7);
      assertThat(told).containsExactly("nothing pending");
      assertThat(one.take()).hasSize(3);
      assertThat(two.take()).hasSize(4);
      assertThat(own.work(0)).isZero();
      assertThat(told).as("an idle cycle says nothing").hasSize(1);
    }
  }

  @Test
  void shouldRunBatchWhenThresholdIsReached() {
    try (Rig own = start(roundRobin(), 5)) {
      FakeSwitch one = own.join(1, 1);
      FakeSwitch two = own.join(1, 2);
      told.clear();
      stageTakesNs = 1_000;
      one.send(requests(6));
      two.send(requests(6));
      assertThat(own.work(0)).isEqualTo(1);
      assertThat(batches).containsExactly(6);
      assertThat(told).containsExactly("full 6 in 1000, nothing left");
      assertThat(own.work(0)).isEqualTo(1);
      assertThat(batches).containsExactly(6, 6);
    }
  }

  @Test
  void shouldTellHowManyVisitsToHowManySwitchesWhenABatchIsFull() {
    try (Rig own = start(roundRobin().readBytes(2 * REQUEST_BYTES), 10)) {
      FakeSwitch one = own.join(1, 1);
      FakeSwitch two = own.join(1, 2);
      gathered.clear();
      one.send(requests(8));
      two.send(requests(8));
      assertThat(own.work(0)).as("visits").isEqualTo(5);
      assertThat(gathered).containsExactly("5 visits to 2");
      own.work(0);
      assertThat(gathered).as("nothing is pending any more").hasSize(1);
    }
  }

  @Test
  void shouldTellThatNothingIsLeftWhenNoReadIsFullInAsManyVisitsAsThereAreSwitches() {
    try (Rig own = start(roundRobin().readBytes(2 * REQUEST_BYTES), 2)) {
      FakeSwitch one = own.join(1, 1);
      FakeSwitch two = own.join(1, 2);
      told.clear();
      one.send(requests(3));
      two.send(requests(1));
      own.pump();
      assertThat(told).as("a full read, then two visits that empty both switches").hasSize(2);
      assertThat(told).containsOnly("full 2 in 0");

      one.send(requests(1));
      two.send(requests(1));
      own.pump();
      assertThat(told).hasSize(3).last().isEqualTo("full 2 in 0, nothing left");
    }
  }

  @Test
  void shouldRunBatchWhenTimeIsUp() {
    List<Long> times = new ArrayList<>();
    BatchStage slowToGather = (batch, output) -> times.add(rig.nowNs());
    try (Rig own =
        roundRobin()
            .policy(policy(1000))
            .readBytes(2 * REQUEST_BYTES)
            .stage(slowToGather)
            .start()) {
      rig = own;
      FakeSwitch one = own.join(1, 1);
      own.join(1, 2);
      told.clear();
      one.send(requests(40));
      own.tickEachLookAtTheClock(400_000); // the bound is 3 ms: eight visits, two requests each
      assertThat(own.work(0)).isEqualTo(8);
      own.tickEachLookAtTheClock(0);
      assertThat(told)
          .as("and one look each of the stage and at the end")
          .containsExactly("full 16 in 4000000");
      assertThat(times).hasSize(1);
    }
  }

  @Test
  void shouldRunBatchesOfCapacityWhenOneVisitBringsMore() {
    try (Rig own = start(roundRobin().batchCapacity(10), 10)) {
      FakeSwitch one = own.join(1, 1);
      one.send(requests(25));
      assertThat(own.work(0)).isEqualTo(1);
      assertThat(batches).containsExactly(10, 10, 5);
      assertThat(one.take()).extracting(Messages::xid).hasSize(25).isSorted();
    }
  }

  @Test
  void shouldMeasureOnlyWhatIsLeftWhenPartWasRunInTheVisit() {
    try (Rig own = start(roundRobin().batchCapacity(10), 5)) {
      FakeSwitch one = own.join(1, 1);
      told.clear();
      stageTakesNs = 1_000;
      one.send(requests(25));
      own.work(0);
      assertThat(told).containsExactly("full 5 in 1000, nothing left");
    }
  }

  @Test
  void shouldRunBatchAfterEachVisitWhenAskedTo() {
    try (Rig own = start(roundRobin().batchPerVisit(true), 1000)) {
      FakeSwitch one = own.join(1, 1);
      FakeSwitch two = own.join(1, 2);
      told.clear();
      one.send(requests(3));
      two.send(requests(4));
      own.work(0);
      own.work(0);
      assertThat(batches).containsExactlyInAnyOrder(3, 4);
      assertThat(told).allMatch(what -> what.matches("full [34] in 0(, nothing left)?"));
    }
  }

  @Test
  void shouldServeByQuantumAndKeepTheRestWhenStrategyReadsMoreThanItServes() {
    try (Rig own = start(Rig.setup().strategy(StrategyName.FAIR_SHARE).quantum(10), 1000)) {
      FakeSwitch one = own.join(1, 1);
      FakeSwitch two = own.join(1, 2);
      own.pass(100); // joining counts for something: a new round
      one.send(requests(35));
      own.pump();
      assertThat(one.take()).extracting(Messages::xid).hasSize(35).isSorted();
      assertThat(batches).hasSizeGreaterThanOrEqualTo(3).allMatch(count -> count <= 20);
      assertThat(two.take()).isEmpty();
    }
  }

  @Test
  void shouldGoOnInTheSameVisitWhenBatchFillsTheInputBuffer() {
    try (Rig own = start(Rig.setup().strategy(StrategyName.FAIR_SHARE).quantum(60_000), 100)) {
      FakeSwitch one = own.join(1, 1);
      batches.clear();
      int count = 2 * 65536 / REQUEST_BYTES + 7;
      one.send(requests(count));
      own.pump();
      assertThat(batches.stream().mapToInt(Integer::intValue).sum()).isEqualTo(count);
      assertThat(batches).allMatch(requests -> requests <= 65536 / REQUEST_BYTES);
      assertThat(one.take()).extracting(Messages::xid).hasSize(count).isSorted();
    }
  }

  @Test
  void shouldCountBatchesRequestsAndVisits() {
    try (Rig own = start(roundRobin(), 100)) {
      FakeSwitch one = own.join(1, 1);
      own.join(1, 2);
      long visits = own.counted(Counter.VISITS);
      one.send(requests(3));
      own.pump();
      one.send(requests(5));
      own.pump();
      assertThat(own.counted(Counter.REQUESTS)).isEqualTo(8);
      assertThat(own.counted(Counter.BATCHES)).isEqualTo(2);
      assertThat(own.counted(Counter.VISITS)).isEqualTo(visits + 2);
      assertThat(own.connection(1).servedRequests()).isEqualTo(8);
      assertThat(own.connection(2).servedRequests()).isZero();
    }
  }

  @Test
  void shouldCloseSwitchesOfTheCycleAndServeOthersWhenCycleIsAbandoned() {
    try (Rig own = start(roundRobin(), 100)) {
      FakeSwitch one = own.join(1, 1);
      FakeSwitch two = own.join(1, 2);
      own.workers.get(0).abandonCycle(new IllegalStateException("between cycles"));
      one.send(requests(1));
      two.send(requests(1));
      own.pump();
      assertThat(one.take()).hasSize(1);
      assertThat(two.take()).hasSize(1);
    }
  }
}
