package maestro.emulator.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import maestro.emulator.scenario.Arrivals;
import maestro.emulator.scenario.Arrivals.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The laws by their known moments, and the times that follow from them. */
class ArrivalLawTest {
  private static final int REQUESTS = 400_000;
  private static final long SECOND_NS = 1_000_000_000;
  private static final Arrivals BURSTS = new Arrivals(Kind.BURSTS, 10, 0, "");
  private static final Arrivals ON_OFF = new Arrivals(Kind.ON_OFF, 20, 5, "");
  private static final Arrivals PARETO = new Arrivals(Kind.PARETO, 3, 0, "");

  private static Arrivals of(Kind kind) {
    return switch (kind) {
      case EVEN, REPLAY -> Arrivals.EVEN;
      case POISSON -> Arrivals.POISSON;
      case BURSTS -> BURSTS;
      case ON_OFF -> ON_OFF;
      case PARETO -> PARETO;
    };
  }

  private static double[] distances(Arrivals arrivals, long seed) {
    ArrivalLaw law = new ArrivalLaw(arrivals, seed);
    double[] distances = new double[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      distances[i] = law.distance(i);
    }
    return distances;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double each : values) {
      sum += each;
    }
    return sum / values.length;
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double each : values) {
      sum += (each - mean) * (each - mean);
    }
    return sum / values.length;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldHaveMeanDistanceOneWhateverTheLaw(Kind kind) {
    assertThat(mean(distances(of(kind), 7))).isCloseTo(1, within(0.02));
  }

  @Test
  void shouldHaveTheVarianceOfItsLaw() {
    assertThat(variance(distances(Arrivals.EVEN, 1))).isZero();
    assertThat(variance(distances(Arrivals.POISSON, 1))).isCloseTo(1, within(0.02));
    // one in ten is exponential with mean 10, the others are 0: E[x²] = 2 · 100 ÷ 10
    assertThat(variance(distances(BURSTS, 1))).isCloseTo(19, within(0.6));
    // shape 3, mean 1: xm = 2/3, variance = xm² · 3 ÷ ((3 − 1)² · (3 − 2)) = 1/3
    assertThat(variance(distances(PARETO, 1))).isCloseTo(1 / 3.0, within(0.05));
    // on: exponential of mean 1/5; one in 20 has a pause of mean 16 on top
    double square = 2 / 25.0 + (2 * 16 * 16 + 2 * 16 / 5.0) / 20;
    assertThat(variance(distances(ON_OFF, 1))).isCloseTo(square - 1, within(1.5));
  }

  @Test
  void shouldGiveTheSameDistancesWhenTheSeedIsTheSame() {
    assertThat(distances(Arrivals.POISSON, 5)).isEqualTo(distances(Arrivals.POISSON, 5));
    assertThat(distances(Arrivals.POISSON, 5)).isNotEqualTo(distances(Arrivals.POISSON, 6));
  }

  @Test
  void shouldArriveIndependentlyWhenPoisson() {
    long[] perMs = new long[20_000];
    PlannedTimes times = steps(Arrivals.POISSON, 50_000).times(0, 0);
    while (times.nextNs() < perMs.length * 1_000_000L) {
      perMs[(int) (times.nextNs() / 1_000_000)]++;
      times.advance();
    }
    double[] counts = Arrays.stream(perMs).asDoubleStream().toArray();
    assertThat(mean(counts)).isCloseTo(50, within(0.5));
    assertThat(variance(counts) / mean(counts))
        .as("index of dispersion")
        .isCloseTo(1, within(0.05));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldKeepTheRateOfEachStepWhateverTheLaw(Kind kind) {
    RateSteps steps =
        new RateSteps(
            new long[] {0, 10 * SECOND_NS, 20 * SECOND_NS},
            new double[] {20_000, 0, 5_000},
            0.5,
            new ArrivalLaw(of(kind), 3),
            null);
    int[] byWindow = new int[400];
    PlannedTimes times = steps.times(0, -SECOND_NS);
    long count = 0;
    while (times.nextNs() < 40 * SECOND_NS) {
      if (times.nextNs() >= 0) {
        count++;
        byWindow[(int) (times.nextNs() / (SECOND_NS / 10))]++;
      }
      times.advance();
    }
    long[] bySteps = new long[4];
    for (int i = 0; i < byWindow.length; i++) {
      bySteps[i / 100] += byWindow[i];
    }
    assertThat(bySteps[0]).isCloseTo(200_000, within(8_000L));
    assertThat(bySteps[1]).isZero();
    assertThat(bySteps[2] + bySteps[3]).isCloseTo(100_000, within(6_000L));
    assertThat(count).isEqualTo(bySteps[0] + bySteps[2] + bySteps[3]);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldComeToTheSameTimesAgainWhenRewound(Kind kind) {
    PlannedTimes times = steps(of(kind), 1_000).times(0, -SECOND_NS);
    List<Long> first = new ArrayList<>();
    double mark = times.mark();
    for (int i = 0; i < 5000; i++) {
      first.add(times.nextNs());
      times.advance();
    }
    times.rewind(mark, 5000);
    for (long each : first) {
      assertThat(times.nextNs()).isEqualTo(each);
      times.advance();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldComeToTheSameTimesWhenAdvancedManyAtOnce(Kind kind) {
    RateSteps steps =
        new RateSteps(
            new long[] {0, SECOND_NS / 2, SECOND_NS, 2 * SECOND_NS},
            new double[] {5000, 0, 20_000, 100},
            0.5,
            new ArrivalLaw(of(kind), 9),
            null);
    shouldAgree(steps.times(7, -SECOND_NS), steps.times(7, -SECOND_NS));
  }

  @Test
  void shouldComeToTheSameTimesWhenListedAndAdvancedManyAtOnce() {
    RateSteps listed = RateSteps.listed(new long[] {0, 5, 5, SECOND_NS, 2 * SECOND_NS});
    shouldAgree(listed.times(3, -SECOND_NS), listed.times(3, -SECOND_NS));
  }

  /** Advances in steps of 1 ms, with 16 marks at most, and one by one. */
  private static void shouldAgree(PlannedTimes many, PlannedTimes single) {
    double[] marks = new double[16];
    for (long untilNs = -SECOND_NS; untilNs < 4 * SECOND_NS; untilNs += 1_000_000) {
      int count;
      do {
        count = many.advanceUntil(untilNs, marks, marks.length);
        for (int i = 0; i < count; i++) {
          assertThat(marks[i]).isEqualTo(single.mark());
          assertThat(many.originNs() + (long) marks[i]).isEqualTo(single.nextNs());
          assertThat(single.nextNs()).isLessThanOrEqualTo(untilNs);
          single.advance();
        }
      } while (count == marks.length);
      assertThat(many.nextNs()).isEqualTo(single.nextNs()).isGreaterThan(untilNs);
    }
  }

  @Test
  void shouldPlayTheBeginningInTheWarmUpAndThenAllWhenListed() {
    PlannedTimes times = RateSteps.listed(new long[] {10, 20, 500}).times(1000, 900);
    List<Long> found = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      found.add(times.nextNs());
      times.advance();
    }
    assertThat(found).containsExactly(910L, 920L, 1010L, 1020L, 1500L);
    assertThat(times.nextNs()).isGreaterThan(Long.MAX_VALUE / 4);
    times.rewind(0, 1);
    assertThat(times.nextNs()).isEqualTo(1500);
  }

  private static RateSteps steps(Arrivals arrivals, double requestsPerSecond) {
    return new RateSteps(
        new long[] {0}, new double[] {requestsPerSecond}, 0.5, new ArrivalLaw(arrivals, 11), null);
  }
}
