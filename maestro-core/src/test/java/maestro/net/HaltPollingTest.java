package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long is looked after which waits. */
class ShortWaitsTest {
  private static final long SHORT_NS = 60_000;

  private final ShortWaits waits = new ShortWaits(2);

  @Test
  void shouldNotLookAtFirst() {
    assertThat(waits.lookNs()).isZero();
  }

  @Test
  void shouldLookLongEnoughWhenWaitsAreShort() {
    for (int i = 0; i < 5; i++) {
      waits.waited(SHORT_NS);
    }
    assertThat(waits.lookNs()).isBetween(SHORT_NS, ShortWaits.MOST_NS);
  }

  @Test
  void shouldLookNoLongerThanNeededWhenAWaitEndsMeanwhile() {
    waits.waited(10_000);
    long lookNs = waits.lookNs();
    waits.waited(lookNs - 1);
    assertThat(waits.lookNs()).isEqualTo(lookNs);
  }

  @Test
  void shouldSleepAtOnceWhenAWaitWasLong() {
    waits.waited(SHORT_NS);
    assertThat(waits.lookNs()).isPositive();
    waits.waited(ShortWaits.MOST_NS + 1);
    assertThat(waits.lookNs()).isZero();
  }

  @Test
  void shouldNeverLookWhenThereIsOneProcessor() {
    ShortWaits alone = new ShortWaits(1);
    alone.waited(1);
    assertThat(alone.lookNs()).isZero();
  }
}
