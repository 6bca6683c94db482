package maestro.net.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets show that a port is up, but for those that a PORT_STATUS may have overtaken. */
class HeardPortsTest {
  private static final long MS = 1_000_000;
  private static final long HEARD = 250 * MS;
  private static final long BELIEVED = 3000 * MS;

  private final HeardPorts ports = new HeardPorts();

  @Test
  void shouldTakeNoPacketForEnough() {
    assertThat(ports.isUp(1, 0)).isFalse();
    assertThat(ports.isUp(1, HEARD - 1)).isFalse();
    assertThat(ports.isUp(1, HEARD)).isTrue();
  }

  @Test
  void shouldBelieveAReportHoweverManyPacketsComeIn() {
    ports.reported(-5 * MS);
    for (long now = 0; now < BELIEVED - 5 * MS; now += 10 * MS) {
      assertThat(ports.isUp(1, now)).isFalse();
    }
    assertThat(ports.isUp(1, BELIEVED)).isFalse();
    assertThat(ports.isUp(1, BELIEVED + HEARD)).isTrue();
  }

  @Test
  void shouldWatchAPortUntilNothingCanBeLearned() {
    assertThat(ports.isWatched(9)).as("not described").isTrue();
    ports.watch(9, false);
    assertThat(ports.isWatched(9)).isFalse();
    assertThat(ports.isWatched(8)).isTrue();
    ports.watch(9, true);
    assertThat(ports.isWatched(9)).isTrue();
  }

  /**
   * Ports at random, with silences and reports: a port is up only after packets of its own, {@code
   * HEARD} apart or more, with no report since {@code BELIEVED} before the first; and it is found.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldFindEachPortThatGoesOnTalkingAndNoOther(long seed) {
    Random random = new Random(seed);
    long[] first = new long[5];
    long now = 0;
    long reported = -BELIEVED;
    Arrays.fill(first, -1);
    int found = 0;
    for (int i = 0; i < 20_000; i++) {
      now += random.nextInt(40) * MS;
      if (random.nextInt(400) == 0) {
        ports.reported(now);
        reported = now;
        Arrays.fill(first, -1);
      }
      int port = random.nextInt(first.length);
      boolean isBelieved = now - reported < BELIEVED;
      if (first[port] < 0 && !isBelieved) {
        first[port] = now;
      }
      if (ports.isUp(port, now)) {
        assertThat(first[port]).isBetween(reported + BELIEVED, now - HEARD);
        first[port] = -1;
        found++;
      }
    }
    assertThat(found).isGreaterThan(20);
  }
}
