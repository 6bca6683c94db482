package maestro.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.SwitchLoad;
import org.junit.jupiter.api.Test;

class FleetPlansTest {
  private static final long SECOND_NS = 1_000_000_000;

  @Test
  void shouldGiveHalfOfTheSwitchesEachVersionWhenThereAreTwo() {
    assertThat(versions(List.of(1, 4))).contains(1, 4);
  }

  @Test
  void shouldGiveAllSwitchesTheVersionOfAControllerThatSpeaksOne() {
    assertThat(versions(List.of(1))).containsOnly(1);
    assertThat(versions(List.of(4))).containsOnly(4);
  }

  /** Of the switches that stay, of the one that probes and of those that come and go. */
  private static List<Integer> versions(List<Integer> spoken) {
    SoakPlan plan =
        new SoakPlan(60 * SECOND_NS, 4, 100, 8, 2, SECOND_NS, SECOND_NS, SECOND_NS, 7, spoken);
    FleetPlans plans = new FleetPlans(plan, plan.seed());
    LoadPlan steady = plans.steady(60 * SECOND_NS);
    LoadPlan churning = plans.churning(60 * SECOND_NS);
    return Stream.of(steady.switches(), List.of(steady.probe()), churning.switches())
        .flatMap(List::stream)
        .map(SwitchLoad::description)
        .map(description -> description.version())
        .toList();
  }
}
