package maestro.emulator.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How answers that one read found are divided at the end of a window. */
class AnswerReaderTest {
  @ParameterizedTest
  @CsvSource({
    "90, 0", // ends before the answers can have come
    "100, 0",
    "105, 400", // in the middle
    "107, 560",
    "110, 800",
    "120, 800" // ends after they were read
  })
  void shouldDivideInProportionToTimeWhenWindowEndsMeanwhile(long atNs, long before) {
    assertThat(AnswerReader.until(atNs, 100, 110, 800)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"99, 0", "100, 0", "101, 5"})
  void shouldBelongToTheLaterWindowWhenTheyCameAtOnce(long atNs, long before) {
    assertThat(AnswerReader.until(atNs, 100, 100, 5)).isEqualTo(before);
  }
}
