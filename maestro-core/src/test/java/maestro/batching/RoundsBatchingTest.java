package maestro.batching;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Step by step with the numbers of the class comment, and led by a model of a worker. */
class RoundsBatchingTest {
  private static final long BOUND_NS = 3_000_000;
  private static final int MAX_REQUESTS = 8192;
  private static final int READ_REQUESTS = 20;

  private final DelayBound bound = new DelayBound(BOUND_NS);
  private final RoundsBatching policy = new RoundsBatching(bound, MAX_REQUESTS);

  /**
   * Switches that always have something: each visit brings as many requests as one read takes.
   *
   * @param switches in a round
   * @param requestNs how long one takes
   */
  private void lead(int switches, long requestNs, int batches) {
    for (int i = 0; i < batches; i++) {
      int visits = (policy.threshold() + READ_REQUESTS - 1) / READ_REQUESTS;
      int requests = visits * READ_REQUESTS;
      policy.onGathered(visits, Math.min(visits, switches));
      policy.onFullBatch(requests, requests * requestNs, true);
    }
  }

  @Test
  void shouldBeginWithTenAndGrowByTheNumberOfRoundsWhenARoundIsNotOver() { // 1, 2
    assertThat(policy.threshold()).isEqualTo(10);
    policy.onGathered(4, 4);
    policy.onFullBatch(80, 160_000, true);
    assertThat(policy.threshold()).isEqualTo(200);
  }

  @Test
  void shouldHoldTwoAndAHalfRoundsWhenSwitchesAlwaysHaveSomething() { // 2
    lead(16, 200, 40);
    assertThat(policy.threshold()).isBetween(800, 850);
    lead(79, 200, 40);
    assertThat(policy.threshold()).isBetween(3950, 4050);
  }

  @Test
  void shouldTakeATwentiethOfTheBoundWhenRoundsAreShort() { // 3
    lead(4, 200, 40);
    assertThat(policy.threshold()).isEqualTo(750);
  }

  @Test
  void shouldStayWithinItsPartOfTheBoundWhenARoundIsLong() { // 3
    lead(1347, 1_000, 40);
    assertThat(policy.threshold()).isEqualTo(1200);
    bound.set(BOUND_NS / 3);
    lead(1347, 1_000, 40);
    assertThat(policy.threshold()).isBetween(400, 410);
  }

  @Test
  void shouldStayWithinWhatAWorkerHoldsWhenTheBoundIsLong() {
    bound.set(10_000_000_000L);
    lead(1347, 1_000, 40);
    assertThat(policy.threshold()).isEqualTo(MAX_REQUESTS);
  }

  @Test
  void shouldGrowAtOnceAndShrinkByAFifthOfTheWay() { // 4
    lead(79, 100, 20);
    int before = policy.threshold();
    policy.onGathered(10, 1);
    policy.onFullBatch(before, before * 100L, true);
    int wanted = 1500; // 0.05 of 3 ms
    assertThat(policy.threshold())
        .isBetween(
            (int) (0.8 * before + 0.2 * wanted) - 1, (int) (0.8 * before + 0.2 * wanted) + 1);
  }

  @Test
  void shouldShrinkByATenthDownToTenWhenNothingIsPending() { // 5
    lead(79, 100, 20);
    int before = policy.threshold();
    policy.onNothingPending();
    assertThat(policy.threshold()).isBetween((int) (0.9 * before) - 1, (int) (0.9 * before) + 1);
    for (int i = 0; i < 100; i++) {
      policy.onNothingPending();
    }
    assertThat(policy.threshold()).isEqualTo(RoundsBatching.LEAST_REQUESTS);
    lead(79, 100, 10);
    assertThat(policy.threshold()).as("a backlog follows").isEqualTo(before);
  }
}
