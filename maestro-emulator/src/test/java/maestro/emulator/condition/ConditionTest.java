package maestro.emulator.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import maestro.emulator.format.Figures;
import maestro.emulator.metrics.Measured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {
  private static final Map<String, Measured> MEASURED =
      Map.of(
          "throughput", Measured.exactly(1.2e6),
          "p99(probing)", Measured.exactly(2.5e6),
          "max(probing)", new Measured(1e6, true),
          "deviation", Measured.exactly(0.02),
          "jain", Measured.exactly(0.998),
          "errors", Measured.exactly(0),
          "cpu", Measured.exactly(Double.NaN));

  @ParameterizedTest
  @CsvSource({
    "p99(probing) > 2 ms, true",
    "p99(probing) > 2500 us, false",
    "p99(probing) >= 2.5ms, true",
    "p99( probing )<0.003 s, true",
    "throughput < 1.3 M, true",
    "throughput < 1300 k, true",
    "throughput < 1200000, false",
    "deviation > 2 %, false",
    "deviation > 1.9%, true",
    "jain != 1, true",
    "errors = 0, true",
    "errors == 1, false",
    "errors > 0 or deviation > 1 % and p99(probing) > 1 s, false",
    "(errors > 0 or deviation > 1 %) and p99(probing) > 1 ms, true",
    "errors > 0 and deviation > 1 % or jain < 1, true"
  })
  void shouldHoldWhenTheNumbersSaySo(String condition, boolean holds) throws Exception {
    assertThat(judge(condition).holds()).isEqualTo(holds);
  }

  @Test
  void shouldSayWhichComparisonsHoldWhenOneDoes() throws Exception {
    assertThat(judge("p99(probing) > 2 ms or errors > 0 or deviation > 1 %").reasons())
        .containsExactly("p99(probing) > 2 ms: measured 2.500 ms", "deviation > 1 %: measured 2 %");
    assertThat(judge("p99(probing) > 2 ms and errors > 0 or jain < 1").reasons())
        .containsExactly("jain < 1: measured 0.9980");
  }

  @ParameterizedTest
  @CsvSource({"0.99999, 0.9999", "0.98999996, 0.9899", "1.00001, 1.0001"})
  void shouldSayTheIndexOfTheTableWhenItIsJudged(double index, String text) throws Exception {
    Judgement judgement = Condition.parse("jain != 1").judge(metric -> Measured.exactly(index));
    assertThat(Figures.index(index)).isEqualTo(text);
    assertThat(judgement.reasons()).containsExactly("jain != 1: measured " + text);
  }

  @Test
  void shouldSayWhatWasMeasuredWhenNothingHolds() throws Exception {
    assertThat(judge("p99(probing) > 3 ms or throughput < 1 M").reasons())
        .containsExactly("p99(probing) 2.500 ms", "throughput 1.200 M");
  }

  @ParameterizedTest
  @CsvSource({"cpu > 1 s", "cpu < 1 s", "errors = 0 and cpu > 1 s", "errors > 0 or cpu > 1 s"})
  void shouldNeverPassWhenAMetricWasNotMeasured(String condition) throws Exception {
    Judgement judgement = judge(condition);
    assertThat(judgement.holds()).isTrue();
    assertThat(judgement.reasons()).containsExactly("cpu: not measured, so nobody can tell");
  }

  @Test
  void shouldCountAsLargerWhenAValueIsKnownAsAtLeast() throws Exception {
    assertThat(judge("max(probing) > 100 s").reasons())
        .containsExactly("max(probing) > 100 s: measured at least 1 ms");
    assertThat(judge("max(probing) < 100 s").holds()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|column 1: found the end; allowed: a metric or (",
        "p98(probing) > 2 ms|column 1: found 'p98(probing)'; allowed: throughput, deviation,",
        "errors > 0 or p98(probing) > 2 ms|column 15: found 'p98(probing)'; allowed:",
        "deviaton > 1 %|; did you mean 'deviation'?",
        "p99(probing) > 2|column 16: found '2' without a unit for p99(probing); allowed: us, ms, s",
        "p99(probing) > 2 and errors > 0|column 16: found '2' without a unit for",
        "p99(probing) > 2 %|column 18: found the unit '%' for p99(probing); allowed: us, ms, s",
        "deviation > 1|column 13: found '1' without a unit for deviation; allowed: %",
        "errors > 0 ms|column 12: found the unit 'ms' for errors; allowed: none, k, M",
        "jain < 1 k|column 10: found the unit 'k' for jain; allowed: none",
        "errors 0|column 8: found '0'; allowed: < <= > >= = !=",
        "errors > many|column 10: found 'many'; allowed: a number with or without k, M",
        "errors > 0 adn jain < 1|column 12: found the unit 'adn' for errors; allowed: none",
        "errors > 0 errors > 0|column 12: found the unit 'errors'",
        "(errors > 0|column 12: found the end; allowed: and, or, )",
        "errors > 0)|column 11: found ')'; allowed: and, or, the end",
        "errors > 0 ; jain < 1|column 12: found ';'; allowed: metrics,",
        "p99(|column 5: found the end; allowed: a word and )",
        "2 ms < p99(probing)|column 1: found '2'; allowed: a metric or (",
      })
  void shouldSayWhereWhatAndWhatIsAllowedWhenItCannotBeRead(String condition, String message) {
    assertThatThrownBy(() -> Condition.parse(condition == null ? "" : condition))
        .isInstanceOf(ConditionException.class)
        .hasMessageContaining(message);
  }

  private static Judgement judge(String condition) throws ConditionException {
    return Condition.parse(condition).judge(metric -> MEASURED.get(metric.name()));
  }
}
