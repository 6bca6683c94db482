package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VisitCostsTest {
  private static final double FULL_NS = 500;

  private final VisitCosts costs = new VisitCosts();
  private final SplittableRandom random = new SplittableRandom(3);

  @Test
  void shouldTellTheRequestsFromTheVisit() {
    for (int i = 0; i < 2_000; i++) {
      visit(random.nextInt(1, 200), 9_000, 800);
    }
    assertThat(costs.requestNs(FULL_NS)).isCloseTo(800, within(40.0));
  }

  @Test
  void shouldFollowWhenRequestsGetCheaper() {
    for (int i = 0; i < 2_000; i++) {
      visit(random.nextInt(1, 200), 9_000, 1_500);
    }
    for (int i = 0; i < 8_000; i++) {
      visit(random.nextInt(1, 200), 9_000, 600);
    }
    assertThat(costs.requestNs(FULL_NS)).isCloseTo(600, within(40.0));
  }

  @Test
  void shouldStayNearWhenTheThreadLosesItsCoreNowAndThen() {
    for (int i = 0; i < 5_000; i++) {
      visit(random.nextInt(1, 200), i % 200 == 0 ? 20_000_000 : 9_000, 800);
    }
    assertThat(costs.requestNs(FULL_NS)).isBetween(FULL_NS, 1_200.0);
  }

  @Test
  void shouldNotGoBelowWhatARequestCostsInAFullVisit() {
    for (int i = 0; i < 2_000; i++) {
      visit(random.nextInt(1, 200), 9_000, 100);
    }
    assertThat(costs.requestNs(FULL_NS)).isEqualTo(FULL_NS);
  }

  @Test
  void shouldTakeThatOfAFullVisitWhenAllVisitsAreAlike() {
    for (int i = 0; i < 2_000; i++) {
      visit(1, 9_000 + random.nextInt(2_000), 0);
    }
    assertThat(costs.requestNs(FULL_NS)).isEqualTo(FULL_NS);
  }

  @Test
  void shouldStayFiniteWhateverVisitsCost() {
    for (int i = 0; i < 100_000; i++) {
      costs.add(
          random.nextInt(0, 900), random.nextInt(64) == 0 ? 1e9 : random.nextDouble(1e5), 500);
      assertThat(costs.requestNs(FULL_NS)).isBetween(FULL_NS, 4 * FULL_NS);
    }
  }

  private void visit(int requests, double fixedNs, double requestNs) {
    costs.add(requests, fixedNs + requests * requestNs * (0.9 + random.nextDouble(0.2)), FULL_NS);
  }
}
