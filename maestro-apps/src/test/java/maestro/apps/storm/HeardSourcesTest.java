package maestro.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeardSourcesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long A = 0x0a;
  private static final long OTHERS = 0x100;

  private final HeardSources here = new HeardSources();
  private final HeardSources there = new HeardSources();
  private long nowNs = Long.MAX_VALUE - SECOND; // the clock may wrap

  @Test
  void shouldKnowWhoIsAheadUntilTheSourceIsSilent() {
    here.add(A, nowNs);
    nowNs += 2 * SECOND;
    there.add(A, nowNs);
    assertThat(here.isAheadOf(there, A, nowNs)).isTrue();
    assertThat(there.isAheadOf(here, A, nowNs)).isFalse();
    assertThat(here.isAheadOf(there, OTHERS, nowNs)).isFalse();

    nowNs += 20 * SECOND;
    there.add(A, nowNs);
    nowNs += 20 * SECOND;
    assertThat(here.has(A, nowNs)).as("silent since").isFalse();
    assertThat(there.isAheadOf(here, A, nowNs)).isTrue();
    here.add(A, nowNs);
    assertThat(there.isAheadOf(here, A, nowNs)).as("here it begins anew").isTrue();
  }

  @Test
  void shouldKnowSinceWhenASourceIsHeardWhileFewOthersAre() {
    here.add(A, nowNs);
    long sinceNs = nowNs;
    for (int round = 0; round < 10; round++) {
      for (int other = 1; other < HeardSources.MOST; other++) {
        nowNs += SECOND / 10;
        here.add(OTHERS + other, nowNs);
      }
      here.add(A, nowNs);
      assertThat(here.hasBefore(A, sinceNs)).isTrue();
      assertThat(here.hasBefore(A, sinceNs - 1)).isFalse();
      assertThat(here.hasSince(A, nowNs)).isTrue();
    }
  }

  @Test
  void shouldForgetTheSourceThatWasHeardLongestAgoWhenThereAreMany() {
    here.add(A, nowNs);
    for (int other = 0; other < HeardSources.MOST; other++) {
      assertThat(here.has(A, nowNs)).isTrue();
      here.add(OTHERS + other, ++nowNs);
    }
    assertThat(here.has(A, nowNs)).isFalse();
    assertThat(here.has(OTHERS, nowNs)).isTrue();
  }
}
