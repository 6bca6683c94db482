package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostTableTest {
  private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(5);

  @Test
  void shouldAgreeWithAMapWhenThereIsRoom() {
    HostTable table = new HostTable(100_000, TIMEOUT_NS);
    Map<Long, Integer> expected = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      long address = 1L + random.nextInt(40_000);
      int port = 1 + random.nextInt(48);
      Integer before = expected.put(address, port);
      assertThat(table.learn(address, port, 0))
          .isEqualTo(before == null ? HostTable.UNKNOWN : before);
    }
    expected.forEach((address, port) -> assertThat(table.portOf(address, 0)).isEqualTo(port));
    assertThat(table.portOf(50_000, 0)).isEqualTo(HostTable.UNKNOWN);
  }

  @Test
  void shouldLoseNothingAndStaySmallWhenAddressesAreRandom() {
    HostTable table = new HostTable(1 << 20, TIMEOUT_NS);
    Map<Long, Integer> expected = new HashMap<>();
    Random random = new Random(2);
    while (expected.size() < 200_000) {
      long address = 1 + (random.nextLong() >>> 16);
      int port = 1 + random.nextInt(48);
      Integer before = expected.put(address, port);
      assertThat(table.learn(address, port, 0))
          .isEqualTo(before == null ? HostTable.UNKNOWN : before);
      if (expected.size() > 100) {
        assertThat(table.slots()).isLessThan(10 * expected.size() / 3);
      }
    }
    expected.forEach((address, port) -> assertThat(table.portOf(address, 0)).isEqualTo(port));
    expected.forEach((address, port) -> assertThat(table.learn(address, port, 0)).isEqualTo(port));
  }

  @Test
  void shouldForgetWhenAnAddressWasNotHeardOfForTheTimeout() {
    HostTable table = new HostTable(1000, TIMEOUT_NS);
    table.learn(1, 7, 0);
    table.learn(2, 8, 0);
    table.learn(2, 8, TIMEOUT_NS / 2);
    assertThat(table.portOf(1, TIMEOUT_NS - TIMEOUT_NS / 8)).isEqualTo(7);
    long later = TIMEOUT_NS + TIMEOUT_NS / 8;
    assertThat(table.portOf(1, later)).isEqualTo(HostTable.UNKNOWN);
    assertThat(table.portOf(2, later)).isEqualTo(8);
    assertThat(table.learn(1, 9, later)).isEqualTo(HostTable.UNKNOWN);
    assertThat(table.portOf(1, later)).isEqualTo(9);
  }

  @Test
  void shouldStayWithinItsBoundAndKeepTheRecentWhenFlooded() {
    HostTable table = new HostTable(1000, TIMEOUT_NS);
    long now = 0;
    for (long address = 1; address <= 1_000_000; address++) {
      now += TIMEOUT_NS / 200_000;
      table.learn(address, 1, now);
    }
    int known = 0;
    for (long address = 999_001; address <= 1_000_000; address++) {
      known += table.portOf(address, now) == 1 ? 1 : 0;
    }
    assertThat(known).isGreaterThan(500);
    int old = 0;
    for (long address = 1; address <= 900_000; address++) {
      old += table.portOf(address, now) == 1 ? 1 : 0;
    }
    assertThat(old).isLessThan(2048);
  }

  @Test
  void shouldNotHoldTheAddressZero() {
    HostTable table = new HostTable(16, TIMEOUT_NS);
    assertThat(table.learn(0, 3, 0)).isEqualTo(HostTable.UNKNOWN);
    assertThat(table.portOf(0, 0)).isEqualTo(HostTable.UNKNOWN);
  }
}
