package maestro.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import maestro.emulator.scenario.RateShape.Kind;
import maestro.emulator.scenario.Scenario.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchRatesTest {
  @TempDir Path folder;

  private static double[] shares(Kind kind, double parameter, long seed, int... degrees)
      throws ScenarioException {
    return SwitchRates.shares(
        new Shape(new RateShape(kind, parameter, ""), Arrivals.POISSON, seed, Unsent.MADE_UP),
        degrees);
  }

  private double[] listed(String text, int count) throws IOException, ScenarioException {
    Path file = Files.writeString(folder.resolve("rates.txt"), text);
    RateShape shape = new RateShape(Kind.LISTED, 0, file.toString());
    return SwitchRates.shares(
        new Shape(shape, Arrivals.POISSON, 1, Unsent.MADE_UP), new int[count]);
  }

  @Test
  void shouldBeEqualWhenUniform() throws Exception {
    assertThat(shares(Kind.UNIFORM, 0, 1, new int[4])).containsOnly(0.25);
  }

  @Test
  void shouldFallWithRankWhenZipf() throws Exception {
    double[] shares = shares(Kind.ZIPF, 2, 1, new int[3]);
    Arrays.sort(shares);
    double sum = 1 + 1 / 4.0 + 1 / 9.0;
    assertThat(shares)
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(1 / 9.0 / sum, 1 / 4.0 / sum, 1 / sum);
  }

  @Test
  void shouldSpreadAsAskedWhenLogNormal() throws Exception {
    double[] logs =
        Arrays.stream(shares(Kind.LOG_NORMAL, 1.5, 1, new int[20_000])).map(Math::log).toArray();
    double mean = Arrays.stream(logs).average().orElseThrow();
    double variance = Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
    assertThat(Math.sqrt(variance)).isCloseTo(1.5, within(0.05));
  }

  @Test
  void shouldHaveOneLargeShareWhenHog() throws Exception {
    double[] shares = shares(Kind.HOG, 10, 1, new int[6]);
    Arrays.sort(shares);
    assertThat(shares[5]).isCloseTo(10 * shares[0], within(1e-12));
    assertThat(shares[4]).isEqualTo(shares[0]);
  }

  @Test
  void shouldFollowDegreesWhenAsked() throws Exception {
    assertThat(shares(Kind.DEGREE, 0, 1, 1, 3, 4)).containsExactly(0.125, 0.375, 0.5);
    assertThatThrownBy(() -> shares(Kind.DEGREE, 0, 1, 0, 0)).hasMessageContaining("with links");
  }

  @Test
  void shouldRepeatItselfWhenSeedIsTheSame() throws Exception {
    for (Kind kind : new Kind[] {Kind.ZIPF, Kind.LOG_NORMAL}) {
      assertThat(shares(kind, 1, 7, new int[50]))
          .isEqualTo(shares(kind, 1, 7, new int[50]))
          .isNotEqualTo(shares(kind, 1, 8, new int[50]));
    }
  }

  @Test
  void shouldReadSharesWhenListed() throws Exception {
    assertThat(listed("# two switches\n1\n\n3.0\n", 2)).containsExactly(0.25, 0.75);
  }

  @Test
  void shouldNameLineWhenListIsWrong() {
    assertThatThrownBy(() -> listed("1\n-2\n", 2))
        .hasMessageContaining("rates.txt:2: found '-2'; allowed: one number of at least 0");
    assertThatThrownBy(() -> listed("1\n2\n", 3))
        .hasMessageContaining("rates.txt:2: found 2 rates; allowed: 3, one a switch");
    assertThatThrownBy(() -> listed("0\n0\n", 2)).hasMessageContaining("without any rate");
  }

  @Test
  void shouldAddUpExactlyWhenSplit() throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      int count = 1 + random.nextInt(1347);
      long total = 1 + (long) (random.nextDouble() * 1e8);
      double[] shares = shares(Kind.LOG_NORMAL, 2, i, new int[count]);
      long[] parts = SwitchRates.split(total, shares);
      assertThat(Arrays.stream(parts).sum()).isEqualTo(total);
      for (int k = 0; k < count; k++) {
        assertThat((double) parts[k]).isCloseTo(total * shares[k], within(1.0001));
      }
    }
  }

  @Test
  void shouldGiveTheRestToThoseThatLostMostWhenSplit() {
    assertThat(SwitchRates.split(10, new double[] {0.55, 0.27, 0.18})).containsExactly(5, 3, 2);
    assertThat(SwitchRates.split(2, new double[] {0.25, 0.25, 0.25, 0.25}))
        .containsExactly(1, 1, 0, 0);
  }
}
