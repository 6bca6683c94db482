package maestro.emulator.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.emulator.engine.Plans;
import org.junit.jupiter.api.Test;

class LoadPlanTest {
  private final Plans plans = new Plans();

  @Test
  void shouldTellWorkByAPartOfTheLimitWhenThereIsOne() {
    plans.limitRequests = 64;
    assertThat(plans.plan().servedRequests()).isEqualTo(8);
  }

  @Test
  void shouldTellWorkByWhatFitsIntoACacheWhenThereIsNoLimit() {
    plans.switchCount = 79;
    assertThat(plans.plan().servedRequests()).isBetween(256, 512);
    plans.switchCount = 1347;
    assertThat(plans.plan().servedRequests()).isEqualTo(64);
  }
}
