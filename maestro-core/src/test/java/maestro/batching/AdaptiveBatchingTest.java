package maestro.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Figure 4 of the paper, step by step; the numbers are those of the class comment. */
class AdaptiveBatchingTest {
  private static final long BOUND_NS = 3_000_000;
  private static final int MAX_REQUESTS = 1000;

  private final DelayBound bound = new DelayBound(BOUND_NS);
  private final AdaptiveBatching policy = new AdaptiveBatching(bound, MAX_REQUESTS);

  @Test
  void shouldStartAtTenAndIncreaseWhenTheFirstBatchIsFull() { // 1, 4: S' is 0 in the first use
    assertThat(policy.threshold()).isEqualTo(10);
    policy.onFullBatch(10, 1000, true);
    assertThat(policy.threshold()).isEqualTo(20);
  }

  @Test
  void shouldKeepTheTrendWhenTheScoreImproves() { // 4, 6
    policy.onFullBatch(10, 1000, true); // 0.010 a ns
    policy.onFullBatch(20, 1000, true); // 0.020
    policy.onFullBatch(30, 1000, true); // 0.030
    assertThat(policy.threshold()).isEqualTo(40);
  }

  @Test
  void shouldReverseTheTrendWhenTheScoreGetsWorse() { // 4
    policy.onFullBatch(10, 1000, true);
    policy.onFullBatch(20, 1000, true);
    policy.onFullBatch(30, 6000, true); // 0.005
    assertThat(policy.threshold()).isEqualTo(20);
    policy.onFullBatch(
        20, 8000, true); // smoothed 0.8 * 0.020 + 0.2 * 0.0025 = 0.0165: better than 0.005
    assertThat(policy.threshold()).isEqualTo(10);
  }

  @Test
  void shouldReverseTheTrendWhenTheScoreIsTheSame() { // 4: not better is worse
    policy.onFullBatch(10, 1000, true);
    policy.onFullBatch(20, 2000, true);
    assertThat(policy.threshold()).isEqualTo(10);
  }

  @Test
  void shouldCompareSmoothedScoresWhenASizeComesAgain() { // 3
    policy.onFullBatch(10, 1000, true); // S10 = 0.010, IBT 20
    policy.onFullBatch(20, 4000, true); // S20 = 0.005, worse: IBT 10
    // S10 = 0.8 * 0.010 + 0.2 * 0.0025 = 0.0085 > 0.005: the trend stays decreasing, the bound
    // holds
    policy.onFullBatch(10, 4000, true);
    assertThat(policy.threshold()).isEqualTo(10);
    // S10 = 0.8 * 0.0085 + 0.2 * 0.0035 = 0.0075 < 0.0085: reversed, though 0.0035 > 0.0025
    policy.onFullBatch(10, 2857, true);
    assertThat(policy.threshold()).isEqualTo(20);
  }

  @Test
  void shouldDecreaseWhenABatchTakesLongerThanTheBound() { // 5
    policy.onFullBatch(10, 1000, true);
    policy.onFullBatch(20, 1000, true);
    assertThat(policy.threshold()).isEqualTo(30);
    policy.onFullBatch(1000, BOUND_NS + 1, true);
    assertThat(policy.threshold()).isEqualTo(20);
  }

  @Test
  void shouldDecreaseWhenAFullBatchLeavesNothingPending() { // 7
    policy.onFullBatch(10, 1000, true);
    policy.onFullBatch(20, 1000, true);
    assertThat(policy.threshold()).isEqualTo(30);
    policy.onFullBatch(30, 1000, false); // better, but nothing more is there to gather
    assertThat(policy.threshold()).isEqualTo(20);
    policy.onFullBatch(40, 1000, true); // better, and so the trend stays
    assertThat(policy.threshold()).isEqualTo(10);
  }

  @Test
  void shouldKeepIncreasingWhenABatchTakesExactlyTheBound() { // 5: above, not at
    policy.onFullBatch(900, BOUND_NS, true);
    assertThat(policy.threshold()).isEqualTo(20);
  }

  @Test
  void shouldObeyTheNewBoundWhenItIsChangedWhileRunning() { // 5
    policy.onFullBatch(10, 1000, true);
    policy.onFullBatch(20, 1000, true);
    bound.set(500);
    policy.onFullBatch(30, 600, true);
    assertThat(policy.threshold()).isEqualTo(20);
  }

  @Test
  void shouldStepDownWhenNothingIsPending() { // 7
    for (int i = 1; i <= 5; i++) {
      policy.onFullBatch(10 * i, 1000, true);
    }
    assertThat(policy.threshold()).isEqualTo(60);
    policy.onNothingPending();
    assertThat(policy.threshold()).isEqualTo(50);
    policy.onFullBatch(
        60, 1000, true); // better than S50: the trend stays, and it is decreasing now
    assertThat(policy.threshold()).isEqualTo(40);
  }

  @Test
  void shouldNeverGoBelowTenNorAboveTheLargestBatch() { // 1
    for (int i = 0; i < 50; i++) {
      policy.onNothingPending();
    }
    assertThat(policy.threshold()).isEqualTo(10);
    policy.onFullBatch(10, 1000, true);
    policy.onFullBatch(10, 2000, true); // turns the trend
    for (int n = 1; n < 300; n++) {
      policy.onFullBatch(policy.threshold(), Math.max(1, 200_000 / (n + 1)), true);
    }
    assertThat(policy.threshold()).isEqualTo(MAX_REQUESTS);
  }

  @Test
  void shouldRefuseABoundWhenItIsNotPositive() {
    assertThatThrownBy(() -> bound.set(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldStayWhenTheThresholdIsFixed() {
    FixedBatching fixed = new FixedBatching(500);
    fixed.onFullBatch(500, BOUND_NS * 2, true);
    fixed.onNothingPending();
    assertThat(fixed.threshold()).isEqualTo(500);
  }
}
