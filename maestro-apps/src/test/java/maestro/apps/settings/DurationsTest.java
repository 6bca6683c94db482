package maestro.apps.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import maestro.api.BadSettingException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  private static final Duration MS = Duration.ofMillis(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static Config written(String value) {
    return ConfigFactory.parseString("section.pause = " + value).getConfig("section");
  }

  @ParameterizedTest
  @CsvSource({"1 ms, 1000000", "1000us, 1000000", "2.5 s, 2500000000", "60 s, 60000000000"})
  void shouldReadADurationWhenItIsWithinTheBounds(String value, long ns) {
    assertThat(Durations.between(written(value), "pause", MS, MINUTE)).hasNanos(ns);
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999 ns", "0 s", "-2ms", "61 s", "1.001 m", "3 days"})
  void shouldShowADurationAsItWasWrittenWhenItIsOutOfBounds(String value) {
    assertThatExceptionOfType(BadSettingException.class)
        .isThrownBy(() -> Durations.between(written(value), "pause", MS, MINUTE))
        .satisfies(
            e -> {
              assertThat(e.key()).isEqualTo("pause");
              assertThat(e.found()).isEqualTo(value);
              assertThat(e.allowed()).isEqualTo("1 ms to 1 m");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, PT0.001S, 0 s to 1 ms",
    "PT0.1S, PT1M, 100 ms to 1 m",
    "PT1S, PT65535S, 1 s to 65535 s",
    "PT1S, PT24H, 1 s to 24 h",
    "PT0.000001S, PT0.000001001S, 1 us to 1001 ns"
  })
  void shouldNameTheBoundsInTheirLargestUnitsWhenItRefuses(
      Duration least, Duration most, String allowed) {
    assertThatThrownBy(() -> Durations.between(written("-1 s"), "pause", least, most))
        .hasMessage("pause: found -1 s; allowed: " + allowed);
  }

  @ParameterizedTest
  @CsvSource({"0 s, 0", "1000 ms, 1", "90 s, 90", "2 m, 120"})
  void shouldReadWholeSeconds(String value, int seconds) {
    assertThat(Durations.wholeSeconds(written(value), "pause", Duration.ZERO, Duration.ofHours(1)))
        .isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"500 ms", "1.5 s", "59999 ms", "1 ns", "61 s", "-1 s"})
  void shouldRefuseWhatIsNoWholeNumberOfSeconds(String value) {
    assertThatThrownBy(() -> Durations.wholeSeconds(written(value), "pause", Duration.ZERO, MINUTE))
        .hasMessageStartingWith("pause: found " + value + "; allowed: 0 s to 1 m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 ms", "500 ms", "1500 ms", "65534.5 s"})
  void shouldRefuseATimeoutOfAnEntryThatASwitchWouldCutShort(String value) {
    assertThatThrownBy(() -> EntryTimeouts.seconds(written(value), "pause"))
        .hasMessage("pause: found " + value + "; allowed: 0 s to 65535 s, in whole seconds");
  }
}
