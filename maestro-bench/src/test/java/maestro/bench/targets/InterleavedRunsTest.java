package maestro.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.emulator.scenario.ScenarioException;
import org.junit.jupiter.api.Test;

class InterleavedRunsTest {
  private static final InterleavedRun FAIR = fair("openflow=1.0");

  @Test
  void shouldCountAControllerForEachSetup() {
    InterleavedRun limit = InterleavedRun.of(ControllerSetup.LIMIT, "a", FAIR.scenario());

    assertThat(InterleavedRuns.announcement(List.of(FAIR, limit)))
        .isEqualTo("2 controllers take 11 turns each, 13 s");
  }

  @Test
  void shouldCountAControllerForEachScenario() {
    assertThat(InterleavedRuns.announcement(List.of(FAIR, fair("openflow=1.3"))))
        .isEqualTo("2 controllers take 11 turns each, 13 s");
  }

  @Test
  void shouldCountOneControllerWhenOnlySomeTurnsAreWatched() {
    assertThat(InterleavedRuns.announcement(List.of(FAIR, FAIR.unwatched())))
        .isEqualTo("1 controller takes 2 kinds of turns, 11 of each, 13 s");
  }

  private static InterleavedRun fair(String openflow) {
    try {
      return InterleavedRun.of(
          TableSetups.FAIR,
          openflow,
          TableScenarios.interleavedLoad(
              79, openflow, "durations.warm-up=600 ms", TableScenarios.measure("4 s")));
    } catch (ScenarioException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
