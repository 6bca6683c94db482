package maestro.emulator.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import maestro.emulator.condition.Claim.Value;
import maestro.emulator.condition.Claim.Vocabulary;
import maestro.emulator.metrics.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimTest {
  private static final Map<Value, Double> MEASURED =
      Map.of(
          new Value("rps", "fast", "7"), 3e6,
          new Value("rps", "fast", "1.4M"), 1e6,
          new Value("rps", "slow-one", "7"), 1e6,
          new Value("delay", "fast", "7"), 2e6,
          new Value("part", "fast", "7"), 0.02);

  private static Vocabulary vocabulary() {
    Map<String, Quantity> metrics = new LinkedHashMap<>();
    metrics.put("rps", Quantity.COUNT);
    metrics.put("delay", Quantity.TIME);
    metrics.put("part", Quantity.PART);
    return new Vocabulary(
        metrics,
        new LinkedHashSet<>(List.of("fast", "slow-one")),
        new LinkedHashSet<>(List.of("7", "1.4M")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rps(fast, 7) > rps(slow-one, 7) | true",
        "rps(fast,7) > 3 * rps(slow-one,7) | false",
        "rps(fast, 7) >= 3 * rps(slow-one, 7) | true",
        "rps(fast, 7) / rps(fast, 1.4M) = 3 | true",
        "rps(fast, 7) / 3 / rps(slow-one, 7) != 1 | false",
        "rps(fast, 7) > 2.9 M and rps(slow-one, 7) > 2.9 M | false",
        "rps(fast, 7) > 2.9 M or rps(slow-one, 7) > 2.9 M | true",
        "(rps(fast, 7) < 1 or delay(fast, 7) < 3 ms) and part(fast, 7) < 1 % | false",
        "2 ms <= delay(fast, 7) | true",
        "2 * delay(fast, 7) > 4.1 ms | false",
        "part(fast, 7) / part(fast, 7) < 1 | false"
      })
  void shouldHoldWhenTheNumbersSaySo(String claim, boolean holds) throws Exception {
    assertThat(Claim.parse(claim, vocabulary()).holds(MEASURED::get)).isEqualTo(holds);
  }

  @Test
  void shouldNameEachValueOnce() throws Exception {
    Claim claim =
        Claim.parse("rps(fast, 7) > 2 * rps(slow-one, 7) and rps(fast, 7) > 1 M", vocabulary());
    assertThat(claim.values())
        .extracting(Value::toString)
        .containsExactly("rps(fast, 7)", "rps(slow-one, 7)");
    assertThat(claim.equation()).isEmpty();
  }

  @Test
  void shouldKnowTheNumberThatIsStated() throws Exception {
    assertThat(Claim.parse("delay(fast, 1.4M) = 2.5 ms", vocabulary()).equation())
        .contains(new Claim.Equation(new Value("delay", "fast", "1.4M"), 2.5e6));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rsp(fast, 7) > 1|column 1: found 'rsp'; allowed: rps, delay, part; did you mean 'rps'?",
        "rps(fats, 7) > 1|column 5: found 'fats'; allowed: fast, slow-one; did you mean 'fast'?",
        "rps(fast, 8) > 1|column 11: found '8'; allowed: 7, 1.4M; did you mean '7'?",
        "rps(fast) > 1|column 9: found ')'; allowed: , and a place, as in rps(fast, 7)",
        "rps > 1|column 5: found '>'; allowed: ( and a subject, as in rps(fast, 7)",
        "1 > 2|column 1: found '1'; allowed: a comparison that names a metric",
        "rps(fast, 7) > 1 ms|column 18: found the unit 'ms'; allowed here: k, M",
        "rps(fast, 7) > 1 parsec|column 18: found the unit 'parsec'; allowed here: k, M",
        "delay(fast, 7) > 1|column 1: found a number without a unit; allowed: us, ms, s",
        "rps(fast, 7) > * 2|column 16: found '*'; allowed: a metric, a number or (",
        "rps(fast, 7) >|column 15: found the end; allowed: a metric, a number or ("
      })
  void shouldSayWhereWhatAndWhatIsAllowedWhenItCannotBeRead(String claim, String message) {
    assertThatThrownBy(() -> Claim.parse(claim, vocabulary()))
        .isInstanceOf(ConditionException.class)
        .hasMessage(message);
  }
}
