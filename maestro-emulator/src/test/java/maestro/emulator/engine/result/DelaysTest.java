package maestro.emulator.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts of delays, beside those of an HdrHistogram. */
class DelaysTest {
  private static final long HOUR_NS = 3_600_000_000_000L;

  /** Counts, and an empty histogram of the same form. */
  record Pair(Delays delays, Histogram expected) {}

  static Stream<Pair> forms() {
    return Stream.of(
        new Pair(new Delays(), new Histogram(HOUR_NS, 3)),
        new Pair(Delays.coarse(), new Histogram(HOUR_NS, 2)),
        new Pair(Delays.small(), new Histogram(1024, HOUR_NS, 2)));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void shouldCountAsAnHdrHistogramWhenDelaysAreOfAllSizes(Pair pair) {
    Random random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      long delayNs = Math.min(HOUR_NS, random.nextLong() >>> (22 + random.nextInt(42)));
      pair.delays().record(delayNs);
      pair.expected().recordValue(delayNs);
    }
    assertSame(pair);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void shouldCountAsAnHdrHistogramWhenDelaysAreAtTheEdgesOfBuckets(Pair pair) {
    for (int power = 0; power < 42; power++) {
      for (long delayNs = (1L << power) - 1; delayNs <= (1L << power) + 1; delayNs++) {
        pair.delays().record(Math.min(HOUR_NS, delayNs));
        pair.expected().recordValue(Math.min(HOUR_NS, delayNs));
      }
    }
    assertSame(pair);
  }

  @Test
  void shouldCountTheLimitsWhenDelaysAreBeyondThem() {
    Delays delays = new Delays();
    delays.record(-5);
    delays.record(Long.MAX_VALUE);
    Histogram found = delays.histogram();
    assertThat(found.getTotalCount()).isEqualTo(2);
    assertThat(found.getMinValue()).isZero();
    assertThat(found.valuesAreEquivalent(found.getMaxValue(), HOUR_NS)).isTrue();
  }

  @Test
  void shouldHaveNothingWhenAllIsForgotten() {
    Delays delays = Delays.small();
    delays.record(1000);
    delays.forget();
    assertThat(delays.histogram().getTotalCount()).isZero();
  }

  private static void assertSame(Pair pair) {
    Histogram found = pair.delays().histogram();
    Histogram expected = pair.expected();
    assertThat(found.getTotalCount()).isEqualTo(expected.getTotalCount());
    assertThat(found.getMean()).isEqualTo(expected.getMean());
    assertThat(found.valuesAreEquivalent(found.getMaxValue(), expected.getMaxValue())).isTrue();
    for (double percentile = 0; percentile <= 100; percentile += 0.25) {
      assertThat(found.getValueAtPercentile(percentile))
          .as("percentile " + percentile)
          .isEqualTo(expected.getValueAtPercentile(percentile));
    }
  }
}
