package maestro.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatapathIdsTest {
  @ParameterizedTest
  @CsvSource({
    "00:00:00:00:00:00:00:2a, 42",
    "0x2a, 42",
    "42, 42",
    "0000000000000001, 1",
    "0000000000000010, 16",
    "000000000000002A, 42",
    "1000000000000a00, 1152921504606849536",
    "1234567890123456, 1234567890123456"
  })
  void shouldReadADatapathIdInEveryForm(String text, long datapathId) {
    assertThat(DatapathIds.parse(text)).contains(datapathId);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2a", "000000000000001", "00000000000000001", "000000000000000g"})
  void shouldReadNothingElse(String text) {
    assertThat(DatapathIds.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0x", "0:2a", "42", "00000000000002a", "000000000000002A", "0000000000000002a"})
  void shouldTellThatATextIsMeantAsADatapathId(String text) {
    assertThat(DatapathIds.isMeant(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leaf", "2a", "cafe", "007", "0000000000002a", "00000000000002g"})
  void shouldLetOtherTextsBeNames(String text) {
    assertThat(DatapathIds.isMeant(text)).isFalse();
  }
}
