package maestro.control.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTextTest {
  private static final byte[] A = JsonText.named("a");
  private static final byte[] B = JsonText.named("b");

  private final JsonText json = new JsonText();

  @Test
  void shouldSeparateFieldsAndElements() {
    json.begin();
    json.name(A).beginArray();
    json.begin();
    json.name(A).addInteger(-1);
    json.name(B).addDecimal(0.25, 3);
    json.end();
    json.begin();
    json.end();
    json.endArray();
    json.name(B).begin();
    json.name(A).nothing();
    json.name(B).bool(true);
    json.end();
    json.end();
    assertThat(json)
        .hasToString(
            """
            {"a":[{"a":-1,"b":0.25},{}],"b":{"a":null,"b":true}}\
            """);
  }

  @Test
  void shouldEscapeText() {
    json.begin();
    json.name(A).text("say \"\\\n\" é");
    json.name(B).text("{");
    json.name(A).bool(false);
    json.end();
    assertThat(json)
        .hasToString(
            """
            {"a":"say \\"\\\\\\n\\" é","b":"{","a":false}\
            """);
  }

  @Test
  void shouldBeginAnewWhenCleared() {
    json.name(A).addInteger(1);
    json.clear();
    json.name(B).addInteger(Long.MIN_VALUE);
    assertThat(json).hasToString("\"b\":-9223372036854775808");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 3, 0.0",
    "-0.0004, 3, 0.0",
    "1.2345678, 3, 1.235",
    "-0.0123456, 5, -0.01235",
    "0.99996, 3, 1.0",
    "33554432.123, 3, 33554432.123",
    "33554432.12345, 5, 33554432.12345",
    "4503599627370.25, 3, 4503599627370.25",
    "4503599627370495.5, 3, 4503599627370495.5",
    "8000000000000000, 3, 8000000000000000.0",
    "1.0E17, 3, 1.0E17",
    "NaN, 3, null",
    "Infinity, 3, null",
    "-Infinity, 3, null"
  })
  void shouldWriteANumberWithTheDecimalsThatAreAskedFor(
      double value, int decimals, String expected) {
    json.addDecimal(value, decimals);
    assertThat(json).hasToString(expected);
  }
}
