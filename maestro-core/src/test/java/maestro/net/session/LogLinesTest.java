package maestro.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogLinesTest {
  private static final long SECOND_NS = 1_000_000_000;

  private final LogLines lines = new LogLines(3, 10 * SECOND_NS);

  @Test
  void shouldLeaveOutWhatIsAboveTheBurstAndSayHowMany() {
    for (int i = 0; i < 3; i++) {
      assertThat(lines.permit("a", 0)).isEmpty();
    }
    for (int i = 0; i < 12; i++) {
      assertThat(lines.permit("a", i)).isNull();
    }
    assertThat(lines.permit("b", 5)).as("another is not concerned").isEmpty();
    assertThat(lines.permit("a", 10 * SECOND_NS))
        .isEqualTo(" (12 lines about it were left out before)");
    assertThat(lines.permit("a", 10 * SECOND_NS)).isNull();
    assertThat(lines.permit("a", 20 * SECOND_NS))
        .isEqualTo(" (1 line about it was left out before)");
  }

  @Test
  void shouldHaveNoMoreThanTheBurstAfterALongTime() {
    assertThat(lines.permit("a", 0)).isEmpty();
    for (int i = 0; i < 3; i++) {
      assertThat(lines.permit("a", 3_600 * SECOND_NS)).isEmpty();
    }
    assertThat(lines.permit("a", 3_600 * SECOND_NS)).isNull();
  }

  @Test
  void shouldForgetOriginsWhenThereAreTooMany() {
    while (lines.permit("flooding", 0) != null) {
      // until its lines are used up
    }
    for (int i = 0; i < 100_000; i++) {
      assertThat(lines.permit(i, 0)).isEmpty();
    }
    assertThat(lines.permit("flooding", 0)).as("begins anew").isEmpty();
  }
}
