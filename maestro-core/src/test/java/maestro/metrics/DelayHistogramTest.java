package maestro.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayHistogramTest {
  private static final long US = 1_000;
  private static final long MS = 1_000 * US;
  private static final long SECOND = 1_000 * MS;
  private static final int CALLS = 1_000_000;

  private final DelayHistogram histogram = new DelayHistogram();

  /** Of all sizes, from below the first bound to above the last. */
  private static long[] randomDelays(int count) {
    SplittableRandom random = new SplittableRandom(20);
    return LongStream.range(0, count)
        .map(i -> random.nextLong() >>> (28 + random.nextInt(36)))
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 10_000_000})
  void shouldKnowExactlyHowManyAreUpToAUsualBound(long boundUs) {
    long boundNs = boundUs * US;
    long[] delays = randomDelays(10_000);
    delays[0] = boundNs;
    delays[1] = boundNs + 1;
    delays[2] = boundNs - 1;

    LongStream.of(delays).forEach(each -> histogram.add(each, 1));

    assertThat(histogram.counts().upTo(boundNs)[0])
        .isEqualTo(LongStream.of(delays).filter(each -> each <= boundNs).count());
    assertThat(histogram.counts().count()).isEqualTo(delays.length);
    assertThat(histogram.counts().sumNs()).isEqualTo(LongStream.of(delays).sum());
  }

  @Test
  void shouldFindAQuantileWithinAQuarterOfIt() {
    long[] delays =
        LongStream.of(randomDelays(20_000)).filter(each -> each > US && each < SECOND).toArray();
    LongStream.of(delays).forEach(each -> histogram.add(each, 1));
    Arrays.sort(delays);

    for (double part : new double[] {0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
      double exact = delays[(int) Math.ceil(part * delays.length) - 1];
      assertThat(histogram.counts().quantileNs(part)).isCloseTo(exact, within(0.29 * exact));
    }
  }

  @Test
  void shouldCountAsOftenAsToldWhicheverWay() {
    histogram.add(MS, 800);
    histogram.addTogether(MS, 200);
    histogram.add(-5, 1);

    assertThat(histogram.counts().count()).isEqualTo(1_001);
    assertThat(histogram.counts().sumNs()).isEqualTo(1_000 * MS);
    assertThat(histogram.counts().upTo(US)[0]).isEqualTo(1);
    assertThat(histogram.counts().upTo(MS)[0]).isEqualTo(1_001);
  }

  @Test
  void shouldAddAndSubtractCounts() {
    histogram.add(MS, 3);
    DelayCounts before = histogram.counts();
    histogram.add(2 * MS, 5);
    DelayCounts since = histogram.counts().minus(before);

    assertThat(since.count()).isEqualTo(5);
    assertThat(since.meanNs()).isEqualTo(2.0 * MS);
    assertThat(since.plus(before).count()).isEqualTo(8);
  }

  @Test
  void shouldSayZeroWhenNothingWasCountedAndTheLastBoundWhenAllIsAbove() {
    assertThat(DelayCounts.NONE.quantileNs(0.99)).isZero();
    assertThat(DelayCounts.NONE.meanNs()).isZero();

    histogram.add(100 * SECOND, 1);

    assertThat(histogram.counts().quantileNs(0.5)).isEqualTo(10.0 * SECOND);
    assertThat(histogram.counts().upTo(10 * SECOND)[0]).isZero();
  }

  @Test
  void shouldAllocateNothingWhenItCounts() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] delays = randomDelays(1_024);
    long most = Long.MAX_VALUE;
    for (int warm = 0; warm < 5; warm++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        histogram.add(delays[i & 1_023], 1);
      }
      most = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(most).as("bytes in %s calls", CALLS).isLessThan(CALLS / 100);
  }
}
