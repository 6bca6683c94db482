package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.api.Test;

class LoadPlanTest {
  private final Plans plans = new Plans();

  @Test
  void shouldKeepWindowsWithinACacheWhenAllOfThemAreFull() {
    plans.mode = LoadMode.MAX;
    assertThat(windowOfFirst(79)).isEqualTo(2048);
    assertThat(windowOfFirst(1347)).isEqualTo(512);
    assertThat(windowOfFirst(1)).isEqualTo(8192);
  }

  @Test
  void shouldGiveThoseWhoMayBeDeniedSomethingTheSameWindow() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 10_000;
    assertThat(windowOfFirst(79)).isEqualTo(8192);
    assertThat(windowOfFirst(1347)).isEqualTo(2048);
    plans.requestsPerSecond = 5_000_000;
    assertThat(windowOfFirst(79)).isEqualTo(8192);
    assertThat(windowOfFirst(1347)).isEqualTo(2048);
  }

  @Test
  void shouldNotKeepRoomForMoreThanASecondOfPlannedRequests() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 1_500;
    assertThat(windowOfFirst(1347)).isEqualTo(1024);
    plans.requestsPerSecond = 0;
    assertThat(windowOfFirst(1347)).isEqualTo(512);
  }

  @Test
  void shouldTakeTheWindowThatIsAskedFor() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 10_000;
    plans.windowRequests = 64;
    assertThat(windowOfFirst(79)).isEqualTo(64);
  }

  private int windowOfFirst(int switchCount) {
    plans.switchCount = switchCount;
    LoadPlan plan = plans.plan();
    return plan.window(plan.switches().get(0));
  }
}
