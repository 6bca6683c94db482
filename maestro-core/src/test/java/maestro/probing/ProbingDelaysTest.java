package maestro.probing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProbingDelaysTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  private final ProbingDelays delays = new ProbingDelays();

  private void answer(long sentNs, long delayNs) {
    delays.sent(sentNs);
    delays.answered(sentNs + delayNs);
  }

  @Test
  void shouldKnowTheDelaysOfEachWindow() {
    answer(0, 9 * MS);
    answer(55 * SECOND, 4 * MS);
    answer(60 * SECOND, MS);
    answer(60 * SECOND + 200 * MS, 3 * MS);

    long nowNs = 60 * SECOND + 500 * MS;
    assertThat(delays.window(nowNs, 1))
        .contains(new ProbingDelays.Window(2, 2.0 * MS, MS, 3 * MS, 3 * MS));
    assertThat(delays.window(nowNs, 10).orElseThrow().probes()).isEqualTo(3);
    assertThat(delays.window(nowNs, 60).orElseThrow().mostNs()).isEqualTo(4 * MS);
    assertThat(delays.window(nowNs + 10 * SECOND, 1)).isEmpty();
    assertThat(delays.all().count()).isEqualTo(4);
    assertThat(delays.nowNs(nowNs)).hasValue(3 * MS);
  }

  @Test
  void shouldKeepAWholeMinuteWhenAnswersComeInABurst() {
    for (int i = 0; i < 2_000; i++) {
      answer(10L * i * MS, i == 0 ? SECOND : MS);
    }
    assertThat(delays.window(20 * SECOND, 60).orElseThrow())
        .isEqualTo(new ProbingDelays.Window(1_024, 1.0 * MS, MS, MS, MS));
    assertThat(delays.all().count()).isEqualTo(2_000);
  }

  @Test
  void shouldNotHideThatAnAnswerIsMissing() {
    assertThat(delays.nowNs(0)).isEmpty();

    delays.sent(0);
    assertThat(delays.nowNs(5 * MS)).hasValue(5 * MS);
    delays.answered(6 * MS);
    assertThat(delays.nowNs(SECOND)).hasValue(6 * MS);

    delays.sent(SECOND);
    assertThat(delays.nowNs(SECOND + MS)).hasValue(6 * MS);
    assertThat(delays.nowNs(3 * SECOND)).hasValue(2 * SECOND);
  }

  @Test
  void shouldSayThatASwitchWaitsTooLongFromOneInAHundredOfAMinuteOn() {
    for (int i = 0; i < 300; i++) {
      answer(200L * i * MS, i >= 200 && i < 203 ? 101 * MS : MS);
    }
    assertThat(delays.lateNs(60 * SECOND, 100 * MS)).as("one in a hundred").isEmpty();
    answer(60 * SECOND, 102 * MS);
    assertThat(delays.lateNs(60 * SECOND + 102 * MS, 100 * MS)).hasValue(101 * MS);
    assertThat(delays.lateNs(60 * SECOND + 102 * MS, 101 * MS)).isEmpty();
    assertThat(delays.lateNs(120 * SECOND, 100 * MS)).as("a quiet minute").isEmpty();
  }

  @Test
  void shouldSayAtOnceThatAnAnswerIsMissing() {
    answer(0, MS);
    delays.sent(SECOND);
    assertThat(delays.lateNs(2 * SECOND, 100 * MS)).isEmpty();
    assertThat(delays.lateNs(2 * SECOND + 1, 100 * MS)).hasValue(SECOND + 1);
    assertThat(delays.lateNs(35 * SECOND, 100 * MS)).hasValue(34 * SECOND);
    assertThat(delays.lateNs(35 * SECOND, 60 * SECOND)).isEmpty();
  }

  @Test
  void shouldKnowNoPercentileOfAFewAnswers() {
    answer(0, 300 * MS);
    assertThat(delays.lateNs(SECOND, 100 * MS)).isEmpty();
  }

  @Test
  void shouldCountARequestAsLostWhenTheConnectionEndsBeforeItsAnswer() {
    delays.disconnected();
    assertThat(delays.lost()).isZero();

    delays.sent(0);
    delays.disconnected();

    assertThat(delays.lost()).isEqualTo(1);
    assertThat(delays.all().count()).isZero();
  }
}
