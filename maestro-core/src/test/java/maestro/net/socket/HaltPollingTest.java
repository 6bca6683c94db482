package maestro.net.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long is looked after which waits. */
class HaltPollingTest {
  private static final long SHORT_NS = 60_000;

  private final HaltPolling waits = new HaltPolling(2);

  @Test
  void shouldNotLookAtFirst() {
    assertThat(waits.pollNs()).isZero();
  }

  @Test
  void shouldLookLongEnoughWhenWaitsAreShort() {
    for (int i = 0; i < 5; i++) {
      waits.waited(SHORT_NS);
    }
    assertThat(waits.pollNs()).isBetween(SHORT_NS, HaltPolling.MOST_NS);
  }

  @Test
  void shouldLookNoLongerThanNeededWhenAWaitEndsMeanwhile() {
    waits.waited(10_000);
    long pollNs = waits.pollNs();
    waits.waited(pollNs - 1);
    assertThat(waits.pollNs()).isEqualTo(pollNs);
  }

  @Test
  void shouldSleepAtOnceWhenAWaitWasLong() {
    waits.waited(SHORT_NS);
    assertThat(waits.pollNs()).isPositive();
    waits.waited(HaltPolling.MOST_NS + 1);
    assertThat(waits.pollNs()).isZero();
  }

  @Test
  void shouldNeverLookWhenThereIsOneProcessor() {
    HaltPolling alone = new HaltPolling(1);
    alone.waited(1);
    assertThat(alone.pollNs()).isZero();
  }
}
