package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantumTest {
  private static final int MOST = 850;
  private static final long BOUND_NS = 3_000_000;
  private static final long QUARTER_NS = BOUND_NS / 4;

  private final Quantum quantum = new Quantum(MOST);

  private void run(int batches, int requests, long requestNs) {
    for (int i = 0; i < batches; i++) {
      quantum.ran(requests, requests * requestNs, BOUND_NS);
      quantum.beginRound();
    }
  }

  @Test
  void shouldBeWhatIsConfiguredWhileThatTakesLessThanAQuarterOfTheBound() {
    assertThat(quantum.requests()).isEqualTo(MOST);
    run(100, MOST, QUARTER_NS / MOST - 1);
    assertThat(quantum.requests()).isEqualTo(MOST);
  }

  @Test
  void shouldTakeAQuarterOfTheBoundAfterTheFirstBatch() {
    run(1, MOST, 10_000);
    assertThat(quantum.requests()).isEqualTo(QUARTER_NS / 10_000);
  }

  @Test
  void shouldBeOneRequestWhenThatTakesLonger() {
    run(1, MOST, 10 * BOUND_NS);
    assertThat(quantum.requests()).isEqualTo(1);
  }

  @Test
  void shouldFollowWhenRequestsBecomeDearerAndCheaper() {
    run(100, MOST, 100);
    for (int i = 0; i < 100; i++) {
      run(1, quantum.requests(), 1_000_000);
    }
    assertThat(quantum.requests()).isEqualTo(1);
    for (int i = 0; i < 300; i++) {
      run(1, quantum.requests(), 100);
    }
    assertThat(quantum.requests()).isEqualTo(MOST);
  }

  @Test
  void shouldBeShortAfterFewBatchesWhenRequestsBecomeDearer() {
    run(100, MOST, 100);
    long tookNs = 0;
    while (quantum.requests() * 1_000_000L > BOUND_NS) {
      tookNs += quantum.requests() * 1_000_000L;
      run(1, quantum.requests(), 1_000_000);
    }
    assertThat(tookNs)
        .as("two batches of the old length, and a few more")
        .isLessThan(4L * MOST * 1_000_000);
  }

  @Test
  void shouldStayWhenTheThreadLosesItsCoreNowAndThen() {
    run(100, MOST, 100);
    for (int i = 0; i < 100; i++) {
      run(1, MOST, 100_000);
      run(10, MOST, 100);
      assertThat(quantum.requests()).isEqualTo(MOST);
    }
  }

  @Test
  void shouldNotLookAtBriefBatchesUnlessTwoInARowTookLong() {
    for (int i = 0; i < 100; i++) { // each second one loses its core
      run(1, 1, 5_000);
      run(1, 1, 10 * BOUND_NS);
    }
    assertThat(quantum.requests()).isEqualTo(MOST);
    run(2, 10, QUARTER_NS / 10 + 1);
    assertThat(quantum.requests()).isEqualTo(9);
  }
}
