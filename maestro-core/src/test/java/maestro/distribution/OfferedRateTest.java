package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OfferedRateTest {
  private static final long SECOND_NS = 1_000_000_000;
  private static final int REQUEST_BYTES = 100;
  private static final int MUCH = OfferedRate.SATURATED_BYTES + 1;

  private final OfferedRate offered = new OfferedRate();

  private void measure(long seconds, long servedRequests, long backlogBytes) {
    offered.measure(seconds * SECOND_NS, servedRequests, backlogBytes, REQUEST_BYTES);
  }

  @Test
  void shouldKnowNothingAfterOneMeasurement() {
    measure(5, 1_000_000, 2L * MUCH);
    assertThat(offered.load(9_000)).isZero();
    assertThat(offered.servedRate()).isZero();
    assertThat(offered.isSaturated()).isFalse();
  }

  @Test
  void shouldComeHalfWayToTheServedRateWithEachMeasurement() {
    measure(0, 500, 0);
    measure(1, 1_500, 0);
    assertThat(offered.servedRate()).isEqualTo(1_000);
    assertThat(offered.load(0)).isEqualTo(500);
    measure(3, 3_500, 0);
    assertThat(offered.servedRate()).isEqualTo(1_000);
    assertThat(offered.load(0)).isEqualTo(750);
  }

  @Test
  void shouldCountWhatTheBacklogGrewBy() {
    measure(0, 0, 0);
    measure(2, 200, 40 * REQUEST_BYTES);
    assertThat(offered.load(0)).isCloseTo((100 + 20) / 2.0, within(1e-9));
  }

  @Test
  void shouldNotFallBelowZeroWhenABacklogWasDropped() {
    measure(0, 0, 1_000 * REQUEST_BYTES);
    measure(1, 10, 0);
    assertThat(offered.load(0)).isZero();
  }

  @Test
  void shouldBeSaturatedOnlyWhileItHasABacklogAtBothEndsOfTheInterval() {
    measure(0, 0, 0);
    measure(1, 0, MUCH);
    assertThat(offered.isSaturated()).as("it had none").isFalse();
    measure(2, 0, MUCH);
    assertThat(offered.isSaturated()).isTrue();
    measure(3, 0, OfferedRate.SATURATED_BYTES);
    assertThat(offered.isSaturated()).as("what one burst can leave").isFalse();
  }

  @Test
  void shouldCountWithTheHighestRateOfSaturatedMembersWhenItIsOne() {
    measure(0, 0, MUCH);
    measure(1, 1_000, MUCH);
    assertThat(offered.load(700)).isEqualTo(700);
    assertThat(offered.load(300)).as("its own is higher").isEqualTo(500);
    measure(2, 2_000, 0);
    assertThat(offered.load(700_000)).isLessThan(1_000);
  }

  @Test
  void shouldHaveAFiniteRateWhenTheClockStoodStill() {
    measure(1, 0, 0);
    measure(1, 0, REQUEST_BYTES);
    assertThat(offered.load(0)).isFinite();
  }
}
