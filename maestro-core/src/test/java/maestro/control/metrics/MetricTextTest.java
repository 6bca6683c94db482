package maestro.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import maestro.control.rest.Utf8Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTextTest {
  private final MetricText text = new MetricText();

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, 0.0",
    "7, 7.0",
    "-7, -7.0",
    "123456789, 123456789.0",
    "9007199254740991, 9007199254740991.0",
    "1.0E17, 1.0E17",
    "0.5, 0.5",
    "-0.125, -0.125",
    "0.000000001, 0.000000001",
    "0.0000000004, 0.0",
    "-0.0000000004, 0.0",
    "1.25E-5, 0.0000125",
    "12.000000001, 12.000000001",
    "0.9999999999, 1.0",
    "4503599.123456789, 4503599.123456789",
    "4503600.1234, 4503600.1234",
    "8388608.123, 8388608.123",
    "-8388608.123, -8388608.123",
    "99999999.9999999, 99999999.9999999",
    "123456789012.345, 123456789012.345",
    "8999999999.5, 8999999999.5",
    "9007199254740990.5, 9007199254740990.0",
    "4503599627370495.5, 4503599627370495.5",
    "NaN, NaN",
    "Infinity, +Inf",
    "-Infinity, -Inf"
  })
  void shouldWriteAValueWithUpToNineDecimals(double value, String expected) {
    text.value(value);
    assertThat(text).hasToString(expected + "\n");
  }

  @Test
  void shouldWriteWhatIsReadBackWithinHalfANanosecond() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(9));
      text.clear();
      text.value(value);
      assertThat(Math.abs(Double.parseDouble(text.toString().strip()) - value))
          .as("%s", value)
          .isLessThanOrEqualTo(0.5e-9 + Math.ulp(value));
    }
  }

  @Test
  void shouldWriteLabelsOfBothListsAndEscapeThem() {
    byte[] said = MetricText.labels("x", "1", "y", "say \"\\\n\"");
    sample("a", said, MetricText.labels("le", "0.5")).integer(3);
    sample("b", MetricText.NONE, MetricText.labels("le", "+Inf")).integer(4);
    sample("c", MetricText.labels("x", "é"), MetricText.NONE).integer(5);
    sample("d", MetricText.NONE, MetricText.NONE).integer(-6);
    sample("e", MetricText.NONE, MetricText.NONE).integer(Long.MAX_VALUE);
    sample("f", MetricText.NONE, MetricText.NONE).integer(Long.MIN_VALUE);
    assertThat(text)
        .hasToString(
            """
            a{x="1",y="say \\"\\\\\\n\\"",le="0.5"} 3
            b{le="+Inf"} 4
            c{x="é"} 5
            d -6
            e 9223372036854775807
            f -9223372036854775808
            """);
  }

  private MetricText sample(String name, byte[] labels, byte[] more) {
    return text.sample(Utf8Text.utf8(name), labels, more);
  }

  @Test
  void shouldGrow() {
    for (int i = 0; i < 10_000; i++) {
      sample("a", MetricText.NONE, MetricText.NONE).integer(i);
    }
    assertThat(text.toString().lines()).hasSize(10_000).startsWith("a 0").endsWith("a 9999");
    assertThat(text.toBytes()).asString().isEqualTo(text.toString());
  }

  @Test
  void shouldBeEmptyWhenCleared() {
    text.comment("HELP", "a", "some help");
    assertThat(text).hasToString("# HELP a some help\n");
    text.clear();
    assertThat(text.toString()).isEmpty();
  }
}
