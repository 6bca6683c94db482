package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadPlanTest {
  private static final long MOST_BYTES = 256L << 20;

  private final Plans plans = new Plans();

  @Test
  void shouldKeepAllRingsWithinTheirBoundWhenThereAreManySwitches() {
    for (int switches : new int[] {1, 79, 1347}) {
      plans.switchCount = switches;
      long bytes = (long) switches * plans.plan().mostRingRequests() * Outstanding.BYTES_A_REQUEST;
      assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
      assertThat(plans.plan().mostRingRequests()).isGreaterThanOrEqualTo(4096);
    }
  }

  @Test
  void shouldTellWorkByAPartOfTheLimitWhenThereIsOne() {
    plans.limitRequests = 64;
    assertThat(plans.plan().servedRequests()).isEqualTo(8);
    assertThat(plans.plan().outstanding(0).roomFor(1000)).isEqualTo(64);
  }

  @Test
  void shouldTellWorkByWhatFitsIntoACacheWhenThereIsNoLimit() {
    plans.switchCount = 79;
    assertThat(plans.plan().servedRequests()).isBetween(256, 512);
    plans.switchCount = 1347;
    assertThat(plans.plan().servedRequests()).isEqualTo(64);
  }
}
