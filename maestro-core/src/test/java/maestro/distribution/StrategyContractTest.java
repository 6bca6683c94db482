package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every strategy, with one worker and with eight, with order and without. */
class StrategyContractTest {
  enum Strategy {
    SHARED_QUEUE,
    STATIC_PARTITION,
    DYNAMIC_PARTITION,
    ROUND_ROBIN,
    FAIR_SHARE;

    Distribution make(DistributionSettings settings, FakeReadiness[] readiness) {
      return switch (this) {
        case SHARED_QUEUE -> new SharedQueue(settings, readiness, false);
        case STATIC_PARTITION -> new StaticPartition(settings, readiness);
        case DYNAMIC_PARTITION -> new DynamicPartition(settings, readiness);
        case ROUND_ROBIN -> new RoundRobin(settings, readiness[0]);
        case FAIR_SHARE -> new FairShare(settings, readiness);
      };
    }

    boolean dealsMembersToWorkers() {
      return this == STATIC_PARTITION || this == DYNAMIC_PARTITION;
    }
  }

  record Case(Strategy strategy, int workers, boolean inOrder) {
    Harness harness(long seed) {
      Harness harness = new Harness(workers, seed, strategy::make);
      return inOrder ? harness : harness.withoutOrder();
    }

    /** Whether a worker meets members with input that it cannot get. */
    boolean mustMeet() {
      return strategy == Strategy.ROUND_ROBIN && workers > 1 && inOrder;
    }

    @Override
    public String toString() {
      return strategy
          + ", "
          + workers
          + (workers == 1 ? " worker" : " workers")
          + (inOrder ? "" : ", no order");
    }
  }

  static Stream<Case> cases() {
    return Stream.of(Strategy.values())
        .flatMap(
            strategy ->
                Stream.of(1, 8)
                    .flatMap(
                        workers ->
                            Stream.of(true, false)
                                .map(inOrder -> new Case(strategy, workers, inOrder))));
  }

  /** Order and exactly-once follow: the harness fails when two workers hold one member. */
  @ParameterizedTest
  @MethodSource("cases")
  void shouldServeEveryRequestOnceWhenRequestsArriveAtRandom(Case c) {
    for (long seed = 0; seed < 20; seed++) {
      Harness harness = c.harness(seed);
      Random random = new Random(seed);
      List<FakeMember> members = new ArrayList<>();
      for (int i = 0; i < 17; i++) {
        members.add(harness.join(1 + random.nextInt(3)));
      }
      for (int i = 0; i < 300; i++) {
        harness.arrive(members.get(random.nextInt(members.size())), random.nextInt(120));
        harness.steps(random.nextInt(5));
      }
      harness.drain();
      for (FakeMember member : members) {
        assertThat(member.servedRequests()).isEqualTo(member.arrived);
      }
    }
  }

  /**
   * A worker that gets no member is told whether others hold some or all is drained: the harness
   * looks at each. The batching policies adapt to the difference.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void shouldTellMembersThatOthersHoldFromNothingPending(Case c) {
    int nonesWithPending = 0;
    for (long seed = 0; seed < 4; seed++) {
      Harness harness = c.harness(seed);
      Random random = new Random(seed);
      for (int i = 0; i < 9; i++) {
        harness.join(1 + random.nextInt(2));
      }
      for (int i = 0; i < 8; i++) {
        arriveAtRandom(harness, random);
        harness.drain();
        harness.awaitDrainedForAll();
      }
      nonesWithPending += harness.nonesWithPending;
    }
    if (c.mustMeet()) {
      assertThat(nonesWithPending).as("looks at members that others held").isPositive();
    }
  }

  /** Workers get stuck at any moment, one or several, and come back at any moment. */
  @ParameterizedTest
  @MethodSource("cases")
  void shouldServeWhatIsNotInTheirHandsWhenWorkersAreStuck(Case c) {
    if (c.workers == 1) {
      return;
    }
    for (long seed = 0; seed < 60; seed++) {
      Harness harness = c.harness(seed);
      Random random = new Random(seed);
      for (int i = 0; i < 40; i++) {
        harness.join(1 + random.nextInt(3));
      }
      for (int round = 0; round < 10; round++) {
        int from = random.nextInt(c.workers);
        int count = 1 + random.nextInt(3);
        arriveAtRandom(harness, random);
        for (int i = 0; i < count; i++) {
          harness.stuck((from + i) % c.workers, true);
        }
        arriveAtRandom(harness, random);
        harness.leave(harness.join(1));
        if (c.strategy != Strategy.STATIC_PARTITION) {
          harness.drainBesideStuck();
        }
        for (int i = 0; i < count; i++) {
          harness.stuck((from + i) % c.workers, false);
        }
        arriveAtRandom(harness, random);
        harness.drain();
      }
      for (FakeMember member : harness.members) {
        assertThat(member.servedRequests()).isEqualTo(member.arrived);
      }
    }
  }

  private static void arriveAtRandom(Harness harness, Random random) {
    for (int i = 0; i < 60; i++) {
      int member = random.nextInt(harness.members.size());
      harness.arrive(harness.members.get(member), random.nextInt(120));
      harness.steps(random.nextInt(5));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldServeEverybodyWhenOneMemberAlwaysHasMore(Case c) {
    Harness harness = c.harness(1);
    FakeMember hog = harness.join(1);
    harness.arrive(hog, 10_000_000);
    harness.hog = hog; // which each worker that may visit it meets often enough
    List<FakeMember> light = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      light.add(harness.join(1));
    }
    harness.steps(400); // longer than the delay bound, so that they have been silent
    for (FakeMember member : light) {
      harness.arrive(member, 1);
    }
    harness.steps(60 * harness.workers() + 200);
    assertThat(light).allMatch(member -> !member.hasInput());
    arriveAtRandom(harness, new Random(1));
    harness.steps(1_000 * harness.workers());
    assertThat(hog.servedRequests()).isPositive();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldGiveEqualSharesWhenAllAreBacklogged(Case c) {
    Harness harness = c.harness(2);
    List<FakeMember> members = new ArrayList<>();
    for (int i = 0; i < Math.max(16, 4 * c.workers()); i++) {
      FakeMember member = harness.join(1);
      harness.arrive(member, 10_000_000);
      members.add(member);
    }
    harness.steps(40_000 * c.workers());
    double mean = members.stream().mapToLong(Member::servedRequests).average().orElseThrow();
    for (FakeMember member : members) {
      assertThat(member.servedRequests() / mean).isBetween(0.95, 1.05);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldShareByWeightWhenAllAreBacklogged(Case c) {
    Harness harness = c.harness(3);
    List<FakeMember> members = new ArrayList<>();
    int members4 = c.strategy().dealsMembersToWorkers() ? 4 : 6 * c.workers();
    int workersApart = c.strategy().dealsMembersToWorkers() ? c.workers() : 1;
    for (int i = 0; i < members4 * workersApart; i++) {
      // dealt out in turn: with a partition every worker gets the same mix of weights
      FakeMember member = harness.join(1 + i / workersApart % 4);
      harness.arrive(member, 100_000_000);
      members.add(member);
    }
    harness.steps(20_000 * c.workers());
    double perWeight =
        members.stream().mapToLong(Member::servedRequests).sum()
            / (double) members.stream().mapToInt(Member::weight).sum();
    for (FakeMember member : members) {
      assertThat(member.servedRequests() / (perWeight * member.weight())).isBetween(0.9, 1.1);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldServeTheOthersWhenMembersJoinAndLeaveInMidFlight(Case c) {
    for (long seed = 0; seed < 20; seed++) {
      Harness harness = c.harness(seed);
      Random random = new Random(seed);
      for (int i = 0; i < 400; i++) {
        int what = random.nextInt(10);
        if (what == 0 || harness.members.size() < 3) {
          harness.join(1 + random.nextInt(2));
        } else if (what == 1 && harness.members.size() > 3) {
          harness.leave(harness.members.get(random.nextInt(harness.members.size())));
        } else {
          FakeMember member = harness.members.get(random.nextInt(harness.members.size()));
          harness.arrive(member, random.nextInt(200));
        }
        harness.steps(random.nextInt(6));
      }
      harness.drain();
      for (FakeMember member : harness.members) {
        assertThat(member.servedRequests()).isEqualTo(member.arrived);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED_QUEUE", "ROUND_ROBIN", "FAIR_SHARE"})
  void shouldLetAllWorkersServeOneMemberWhenItNeedsNoOrder(Strategy strategy) {
    for (int count = 1; count <= 3; count++) {
      Harness harness = new Case(strategy, 8, false).harness(4);
      List<FakeMember> members = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        FakeMember member = harness.join(1);
        harness.arrive(member, 10_000_000);
        members.add(member);
      }
      harness.steps(8_000);
      double mean = members.stream().mapToLong(Member::servedRequests).average().orElseThrow();
      for (FakeMember member : members) {
        assertThat(member.workers).hasSize(8);
        assertThat(member.servedRequests() / mean).isBetween(0.95, 1.05);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldServeAgainWhenADrainedMemberGetsMore(Case c) {
    Harness harness = c.harness(5);
    FakeMember member = harness.join(1);
    for (int i = 1; i <= 500; i++) {
      harness.arrive(member, 1);
      harness.drain();
      assertThat(member.servedRequests()).isEqualTo(i);
    }
  }
}
