package maestro.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import maestro.Configured;
import maestro.batching.BatchingPolicy;
import maestro.batching.DelayBound;
import maestro.config.BatchingPolicyName;
import maestro.config.MaestroConfig;
import maestro.config.StrategyName;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.connection.Connection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What holds for every strategy and every batching policy: a worker that gets no switch because
 * others hold those that are ready answers what it has, and its threshold stays. Only when nothing
 * is pending anywhere, the policy hears of it.
 */
class PendingContractTest {
  private static final int ANOTHER_THREAD = 1 << 20;
  private static final long BOUND_NS = 3_000_000;

  record Case(StrategyName strategy, BatchingPolicyName policyName) {
    /** A worker visits members that others hold at times; with a shared queue it visits entries. */
    boolean meetsOthers() {
      return strategy != StrategyName.SHARED_QUEUE;
    }

    boolean adapts() {
      return policyName != BatchingPolicyName.FIXED;
    }

    BatchingPolicy policy() {
      MaestroConfig.Batching batching =
          new MaestroConfig.Batching(policyName, BOUND_NS, 100, false, Optional.empty());
      BatchingPolicy policy =
          Configured.policy(batching, new DelayBound(BOUND_NS), Rig.BATCH_CAPACITY);
      for (int i = 1; i <= 20; i++) { // each better than the one before
        policy.onFullBatch(10 * i, 1_000, true);
      }
      return policy;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(StrategyName.values())
        .flatMap(
            strategy ->
                Stream.of(BatchingPolicyName.values()).map(policy -> new Case(strategy, policy)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldKeepTheThresholdWhenOthersHoldWhatIsReady(Case c) {
    BatchingPolicy policy = c.policy();
    try (Rig rig =
        Rig.setup()
            .strategy(c.strategy())
            .batchPerVisit(false)
            .policy(policy)
            .stage(
                (batch, output) -> {
                  while (batch.next()) {
                    output.flood(batch.request());
                  }
                })
            .start()) {
      FakeSwitch one = rig.join(1, 1);
      FakeSwitch two = rig.join(1, 2);
      Connection held = rig.connection(2);
      int before = policy.threshold();
      assertThat(held.tryClaim(ANOTHER_THREAD)).isTrue();
      two.send(Messages.packetIn(1, 2));
      for (int i = 0; i < 5; i++) {
        rig.tell(one, Messages.packetIn(1, 1));
      }
      assertThat(one.take()).as("answers to the switch that nobody else holds").hasSize(5);
      assertThat(two.take()).isEmpty();
      if (c.meetsOthers()) {
        assertThat(policy.threshold()).as("while others hold a ready switch").isEqualTo(before);
      }

      held.release();
      rig.until(() -> held.servedRequests() == 1);
      rig.pump();
      rig.tell(one, Messages.packetIn(1, 1));
      if (c.adapts()) {
        assertThat(policy.threshold()).as("when all is drained").isLessThan(before);
      }
    }
  }
}
