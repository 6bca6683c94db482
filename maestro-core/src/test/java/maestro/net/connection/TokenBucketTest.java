package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
  private static final long SECOND_NS = 1_000_000_000;

  private static TokenBucket bucket(int perSecond, int burst) {
    return new TokenBucket(new RateLimit(perSecond, burst, false), 0);
  }

  @Test
  void shouldBeginFullAndHoldNoMoreThanTheBurst() {
    TokenBucket bucket = bucket(10, 25);
    assertThat(bucket.tokens()).isEqualTo(25);
    bucket.fill(3_600 * SECOND_NS);
    assertThat(bucket.tokens()).isEqualTo(25);
    bucket.take(25);
    bucket.fill(3_600 * SECOND_NS + SECOND_NS);
    assertThat(bucket.tokens()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 1_000, 333_333, 10_000_000, 1_000_000_000})
  void shouldLetThroughExactlyTheRateHoweverOftenItIsFilled(int perSecond) {
    Random random = new Random(perSecond);
    TokenBucket bucket = bucket(perSecond, perSecond + 1); // never full between two looks
    bucket.take(perSecond + 1);
    long taken = 0;
    long nowNs = 0;
    while (nowNs < 10 * SECOND_NS) {
      nowNs = Math.min(10 * SECOND_NS, nowNs + 1 + random.nextInt(1 << random.nextInt(29)));
      bucket.fill(nowNs);
      int tokens = bucket.tokens();
      bucket.take(tokens);
      taken += tokens;
    }
    assertThat(taken).isEqualTo(10L * perSecond);
  }

  @Test
  void shouldGiveNothingWhenTheClockGoesBackwards() {
    TokenBucket bucket = bucket(1_000, 5);
    bucket.fill(SECOND_NS);
    bucket.take(5);
    bucket.fill(0);
    assertThat(bucket.tokens()).isZero();
  }

  @Test
  void shouldHoldTheLargestBurst() {
    TokenBucket bucket = bucket(1_000_000_000, 1_000_000_000);
    bucket.take(1_000_000_000);
    bucket.fill(Long.MAX_VALUE / 2);
    assertThat(bucket.tokens()).isEqualTo(1_000_000_000);
  }
}
