package maestro.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "0.0512, 0.051 ms",
    "0.9996, 1.00 ms",
    "12.5, 12.5 ms",
    "999.4, 999 ms",
    "999.5, 1.00 s",
    "2080, 2.08 s",
    "34000, 34.0 s",
    "59950, 1 min 0 s",
    "95000, 1 min 35 s",
    "90061000, 1 d 1 h",
  })
  void shouldShowThreeDigitsAndTheUnitThatFitsWhenATimeWasMeasured(double ms, String text) {
    assertThat(Units.measured(ms)).isEqualTo(text);
  }
}
