package maestro.emulator.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlannedCountsTest {
  private static final double WINDOW_NS = LoadResult.WINDOW_NS;
  private static final double NEVER = Double.NEGATIVE_INFINITY;

  private final PlannedCounts counts = new PlannedCounts(3);

  @Test
  void shouldCountEachWindowWhenTimesOfSeveralComeTogether() {
    double[] timesNs = {
      0, 10, WINDOW_NS - 1, WINDOW_NS, WINDOW_NS + 5, 2 * WINDOW_NS + 1, 5 * WINDOW_NS
    };
    add(timesNs);
    assertThat(counts.byWindow()).containsExactly(3, 2, 1);
    assertThat(counts.longestGapNs()).isEqualTo((long) (3 * WINDOW_NS) - 1);
  }

  @Test
  void shouldLeaveOutWhatIsBeforeMeasuredTime() {
    add(-3 * WINDOW_NS, -1, -0.5, 40);
    assertThat(counts.byWindow()).containsExactly(2, 0, 0);
    assertThat(counts.longestGapNs()).isEqualTo(40);
  }

  @Test
  void shouldCountAnewWhenARehearsalIsOver() {
    double rehearsalNs = -5 * WINDOW_NS;
    counts.begin((long) rehearsalNs);
    double[] timesNs = {rehearsalNs - 2, rehearsalNs, rehearsalNs + 7, rehearsalNs + WINDOW_NS};
    add(timesNs);
    assertThat(counts.byWindow()).containsExactly(2, 1, 0);
    assertThat(counts.longestGapNs()).isEqualTo((long) WINDOW_NS - 7);
    counts.begin(0);
    add(-2 * WINDOW_NS, 3, 5);
    assertThat(counts.byWindow()).containsExactly(2, 0, 0);
    assertThat(counts.longestGapNs()).isEqualTo(2);
  }

  @Test
  void shouldTakeNoMoreThanTheCount() {
    counts.add(new double[] {1, 2, 3}, 2, NEVER, 2);
    assertThat(counts.byWindow()).containsExactly(2, 0, 0);
  }

  @Test
  void shouldSpanGapsBetweenCallsWhenTimesComeOneByOne() {
    add(100);
    assertThat(counts.longestGapNs()).isEqualTo(-1);
    add(300);
    add(310, 320);
    assertThat(counts.byWindow()).containsExactly(4, 0, 0);
    assertThat(counts.longestGapNs()).isEqualTo(200);
  }

  @Test
  void shouldBeAskedWhenItLeftWhenTheEmulatorWasLate() {
    counts.add(new double[] {10, WINDOW_NS + 5}, 2, NEVER, WINDOW_NS + 20);
    assertThat(counts.byWindow()).containsExactly(1, 1, 0);
    assertThat(counts.askedByWindow()).containsExactly(0, 2, 0);
  }

  @Test
  void shouldBeAskedWhenItWasPlannedWhenTheSocketWasFull() {
    counts.add(new double[] {10, WINDOW_NS + 5}, 2, WINDOW_NS, 2 * WINDOW_NS + 20);
    assertThat(counts.byWindow()).containsExactly(1, 1, 0);
    assertThat(counts.askedByWindow()).containsExactly(1, 0, 1);
  }

  @Test
  void shouldBeAskedWhatWasNotSentOnlyWhenTheSocketWasFull() {
    counts.addUnsent(10, true, false);
    counts.addUnsent(WINDOW_NS + 10, false, false);
    counts.addUnsent(-10, true, false);
    assertThat(counts.byWindow()).containsExactly(1, 1, 0);
    assertThat(counts.askedByWindow()).containsExactly(1, 0, 0);
  }

  @Test
  void shouldBeAskedAndRefusedWhenItWasPlannedWhenTheSocketWasFull() {
    double[] timesNs = {-10, 10, 20, WINDOW_NS + 5, WINDOW_NS + 6};
    counts.add(timesNs, 2, NEVER, 20);
    counts.refuse(timesNs, 2, 4);
    counts.addUnsent(timesNs[4], true, true);
    assertThat(counts.byWindow()).containsExactly(2, 2, 0);
    assertThat(counts.askedByWindow()).containsExactly(2, 2, 0);
    assertThat(counts.refusedByWindow()).containsExactly(1, 2, 0);
    counts.begin(0);
    assertThat(counts.refusedByWindow()).as("a rehearsal is over").containsOnly(0);
  }

  @Test
  void shouldLeaveOutWhatWasRefusedBeforeMeasuredTime() {
    counts.refuse(new double[] {-30, -20, 40}, 0, 3);
    assertThat(counts.byWindow()).containsExactly(1, 0, 0);
    assertThat(counts.refusedByWindow()).containsExactly(1, 0, 0);
  }

  /** Sent when they were planned. */
  private void add(double... timesNs) {
    counts.add(timesNs, timesNs.length, Double.POSITIVE_INFINITY, timesNs[timesNs.length - 1]);
  }
}
