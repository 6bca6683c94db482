package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
    json.name(B).addDecimal(0.25);
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
}
