package maestro.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrendTest {
  private static final int POINTS = 200;

  private static double[] times() {
    double[] times = new double[POINTS];
    Arrays.setAll(times, i -> 10.0 * i);
    return times;
  }

  @Test
  void shouldFindTheSlopeWhenSomePointsAreFarOff() {
    Random random = new Random(1);
    double[] values = new double[POINTS];
    Arrays.setAll(values, i -> 100 + 0.5 * 10 * i + random.nextDouble());
    for (int i = 0; i < POINTS; i += 7) {
      values[i] = 1e6;
    }
    Trend trend = Trend.of(times(), values);
    assertThat(trend.perSecond()).isCloseTo(0.5, within(0.01));
    assertThat(trend.growth()).isCloseTo(0.5 * 1990, within(20.0));
    assertThat(trend.grows(100, 0.05)).isTrue();
  }

  @Test
  void shouldNotGrowWhenValuesOnlySway() {
    double[] values = new double[POINTS];
    Arrays.setAll(values, i -> 50 + 20 * (i % 2));
    Trend trend = Trend.of(times(), values);
    assertThat(trend.perHour()).isCloseTo(0, within(1e-9));
    assertThat(trend.grows(1, 0.05)).isFalse();
  }

  @Test
  void shouldNotGrowWhenValuesFall() {
    double[] values = new double[POINTS];
    Arrays.setAll(values, i -> 1e6 - i * 1e3);
    assertThat(Trend.of(times(), values).grows(0, 0)).isFalse();
  }

  @Test
  void shouldLeaveOutWhatIsUnknownWhenMostPointsAre() {
    double[] values = new double[POINTS];
    Arrays.setAll(values, i -> i % 20 == 0 ? i : Double.NaN);
    Trend trend = Trend.of(times(), values);
    assertThat(trend.count()).isEqualTo(10);
    assertThat(trend.perSecond()).isCloseTo(0.1, within(1e-9));
    assertThat(trend.seconds()).isEqualTo(1800);
  }

  @Test
  void shouldSayNothingWhenPointsAreTooFew() {
    Trend trend = Trend.of(new double[] {1, 2, 3}, new double[] {1, 2, 3});
    assertThat(trend.isKnown()).isFalse();
    assertThat(trend.grows(0, 0)).isFalse();
  }
}
