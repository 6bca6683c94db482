package maestro.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PortTrafficTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long ALLOWED = 500;
  private static final long A = 0x0a;
  private static final long B = 0x0b;
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final long GROUP = 0x0100_5e01_0101L;

  private final PortTraffic traffic = new PortTraffic(1, 3, true, ALLOWED);
  private long nowNs = Long.MAX_VALUE - 2 * SECOND; // the clock may wrap

  @Test
  void shouldTellNothingWhenTheRateIsAllowed() {
    assertThat(send(5000, 500, A, BROADCAST)).isNull();
    assertThat(traffic.requests()).isEqualTo(5000);
  }

  @Test
  void shouldTellNothingWhenASecondsWorthComesAtOnce() {
    for (int round = 0; round < 10; round++) {
      assertThat(send(500, 1_000_000_000, A, BROADCAST)).isNull();
      nowNs += SECOND;
    }
  }

  @Test
  void shouldTellTheRateOnceWhenItIsTooMuch() {
    Excess excess = send(10_000, 3000, A, BROADCAST);

    assertThat(excess.framesPerSecond()).isBetween(2900L, 3100L);
    assertThat(excess.frames()).isBetween(550L, 650L);
    assertThat(excess.source()).isEqualTo(A);
    assertThat(excess.destination()).isEqualTo(BROADCAST);
    assertThat(send(10_000, 3000, A, BROADCAST)).as("once").isNull();
    traffic.tellAgain();
    assertThat(send(2, 3000, A, BROADCAST)).as("it goes on").isNotNull();
  }

  @Test
  void shouldTellAfterAPauseOnlyWhenItIsTooMuchAgain() {
    send(10_000, 3000, A, BROADCAST);
    traffic.tellAgain();
    nowNs += 2 * SECOND;
    assertThat(send(400, 3000, A, BROADCAST)).isNull();
    assertThat(send(400, 3000, A, BROADCAST)).isNotNull();
  }

  @Test
  void shouldNameNobodyWhenManySend() {
    Random random = new Random(1);
    Excess excess = null;
    for (int i = 0; i < 3000 && excess == null; i++) {
      nowNs += SECOND / 3000;
      excess = told(random.nextLong(1L << 40), random.nextLong(1L << 40));
    }
    assertThat(excess.source()).isEqualTo(Majority.NONE);
    assertThat(excess.destination()).isEqualTo(Majority.NONE);
  }

  @Test
  void shouldNameTheSourceWhenOthersSendALittle() {
    Excess excess = null;
    for (int i = 0; i < 3000 && excess == null; i++) {
      nowNs += SECOND / 3000;
      excess = told(i % 10 == 0 ? B : A, BROADCAST);
    }
    assertThat(excess.source()).isEqualTo(A);
  }

  @Test
  void shouldTellTheRateOfAnEntryWhenItHasForwardedTooMuch() {
    assertThat(traffic.countEntry(1000, 2 * SECOND, ALLOWED, A, BROADCAST, nowNs)).isNull();
    nowNs += 2 * SECOND;
    Excess excess = traffic.countEntry(6000, 2 * SECOND, ALLOWED, A, BROADCAST, nowNs);
    assertThat(excess.framesPerSecond()).isEqualTo(3000);
    assertThat(excess.source()).isEqualTo(A);
  }

  @Test
  void shouldCountStreamsApartWhenTheirRateIsAnotherOne() {
    assertThat(traffic.countEntry(20_000, 2 * SECOND, 10_000, A, GROUP, nowNs)).isNull();
    assertThat(traffic.countEntry(1000, 2 * SECOND, ALLOWED, A, BROADCAST, nowNs)).isNull();
    Excess excess = traffic.countEntry(20_000, 2 * SECOND, 10_000, A, GROUP, nowNs);
    assertThat(excess.allowedPerSecond()).isEqualTo(10_000);
  }

  @Test
  void shouldTellOfTheSumWhenManyEntriesForwardALittle() {
    Excess excess = null;
    for (int source = 0; source < 100 && excess == null; source++) {
      nowNs += SECOND / 10; // each has 100 frames/s, and 20 live at a time
      excess = traffic.countEntry(200, 2 * SECOND, ALLOWED, source, BROADCAST, nowNs);
    }
    assertThat(excess).isNotNull();
    assertThat(excess.framesPerSecond()).isGreaterThan(500);
    assertThat(excess.source()).isEqualTo(Majority.NONE);
  }

  @Test
  void shouldTellTheSourceOfMostFramesWhenTheLastEntryHasFew() {
    assertThat(traffic.countEntry(1400, 2 * SECOND, ALLOWED, A, BROADCAST, nowNs)).isNull();
    Excess excess = traffic.countEntry(101, 2 * SECOND, ALLOWED, B, BROADCAST, nowNs);
    assertThat(excess.source()).isEqualTo(A);
    excess = traffic.countEntry(1, 2 * SECOND, ALLOWED, B, BROADCAST, nowNs);
    assertThat(excess.source()).as("still").isEqualTo(A);
  }

  @Test
  void shouldTellNothingOfTheFirstEntryWhenTheClockIsBelowZero() {
    nowNs = -1000 * SECOND;
    assertThat(traffic.countEntry(100, 2 * SECOND, ALLOWED, A, BROADCAST, nowNs)).isNull();
  }

  @Test
  void shouldTellNothingWhenTheSumOfEntriesIsAllowed() {
    for (int source = 0; source < 100; source++) {
      nowNs += SECOND / 2;
      assertThat(traffic.countEntry(200, 2 * SECOND, ALLOWED, source, BROADCAST, nowNs)).isNull();
    }
  }

  private Excess told(long source, long destination) {
    return traffic.count(source, destination, nowNs) ? traffic.excess() : null;
  }

  /** The first excess that is told. */
  private Excess send(int frames, long perSecond, long source, long destination) {
    Excess first = null;
    for (int i = 0; i < frames; i++) {
      nowNs += SECOND / perSecond;
      Excess excess = told(source, destination);
      first = first == null ? excess : first;
    }
    return first;
  }
}
