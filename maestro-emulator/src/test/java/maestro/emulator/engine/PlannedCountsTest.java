package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlannedCountsTest {
  private static final double WINDOW_NS = LoadResult.WINDOW_NS;

  private final PlannedCounts counts = new PlannedCounts(3);

  @Test
  void shouldCountEachWindowWhenTimesOfSeveralComeTogether() {
    double[] timesNs = {
      0, 10, WINDOW_NS - 1, WINDOW_NS, WINDOW_NS + 5, 2 * WINDOW_NS + 1, 5 * WINDOW_NS
    };
    counts.add(timesNs, timesNs.length);
    assertThat(counts.byWindow()).containsExactly(3, 2, 1);
    assertThat(counts.longestGapNs()).isEqualTo((long) (3 * WINDOW_NS) - 1);
  }

  @Test
  void shouldLeaveOutWhatIsBeforeMeasuredTime() {
    counts.add(new double[] {-3 * WINDOW_NS, -1, -0.5, 40}, 4);
    assertThat(counts.byWindow()).containsExactly(2, 0, 0);
    assertThat(counts.longestGapNs()).isEqualTo(40);
  }

  @Test
  void shouldCountAnewWhenARehearsalIsOver() {
    double rehearsalNs = -5 * WINDOW_NS;
    counts.begin((long) rehearsalNs);
    double[] timesNs = {rehearsalNs - 2, rehearsalNs, rehearsalNs + 7, rehearsalNs + WINDOW_NS};
    counts.add(timesNs, timesNs.length);
    assertThat(counts.byWindow()).containsExactly(2, 1, 0);
    assertThat(counts.longestGapNs()).isEqualTo((long) WINDOW_NS - 7);
    counts.begin(0);
    counts.add(new double[] {-2 * WINDOW_NS, 3, 5}, 3);
    assertThat(counts.byWindow()).containsExactly(2, 0, 0);
    assertThat(counts.longestGapNs()).isEqualTo(2);
  }

  @Test
  void shouldTakeNoMoreThanTheCount() {
    counts.add(new double[] {1, 2, 3}, 2);
    assertThat(counts.byWindow()).containsExactly(2, 0, 0);
  }

  @Test
  void shouldSpanGapsBetweenCallsWhenTimesComeOneByOne() {
    counts.add(new double[] {100}, 1);
    assertThat(counts.longestGapNs()).isEqualTo(-1);
    counts.add(300);
    counts.add(new double[] {310, 320}, 2);
    assertThat(counts.byWindow()).containsExactly(4, 0, 0);
    assertThat(counts.longestGapNs()).isEqualTo(200);
  }
}
