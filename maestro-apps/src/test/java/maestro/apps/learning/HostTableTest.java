package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import maestro.api.Vlans;
import org.junit.jupiter.api.Test;

class HostTableTest {
  private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(5);

  /** A table of 16,384 is filled some twenty times. */
  private static final int FORGED = 400_000;

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
    while (expected.size() < 50_000) {
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
    for (long address = 1; address <= 200_000; address++) {
      now += TIMEOUT_NS / 40_000;
      table.learn(address, 1, now);
    }
    int known = 0;
    for (long address = 199_001; address <= 200_000; address++) {
      known += table.portOf(address, now) == 1 ? 1 : 0;
    }
    assertThat(known).isGreaterThan(500);
    int old = 0;
    for (long address = 1; address <= 180_000; address++) {
      old += table.portOf(address, now) == 1 ? 1 : 0;
    }
    assertThat(old).isLessThan(2048);
  }

  /** An attacker at port 1 sends from new addresses, fast enough to fill the table many times. */
  @Test
  void shouldKeepHostsOfOtherPortsWhenOnePortIsFlooded() {
    HostTable table = new HostTable(16_384, TIMEOUT_NS);
    Random random = new Random(7);
    for (int host = 0; host < 1_000; host++) {
      table.learn(host(host), 2 + host % 47, 0);
    }
    for (int i = 0; i < FORGED; i++) {
      table.learn(forged(random), 1, TIMEOUT_NS * i / FORGED * 4 / 5);
    }
    long now = TIMEOUT_NS * 4 / 5;
    for (int host = 0; host < 1_000; host++) {
      assertThat(table.portOf(host(host), now)).as("host %s", host).isEqualTo(2 + host % 47);
    }
  }

  @Test
  void shouldKeepHostsThatWereHeardAgainWhenTheirOwnPortIsFlooded() {
    HostTable table = new HostTable(16_384, TIMEOUT_NS);
    Random random = new Random(7);
    for (long now : new long[] {0, TIMEOUT_NS / 4}) {
      for (int host = 0; host < 1_000; host++) {
        table.learn(host(host), 1, now);
      }
    }
    for (int i = 0; i < FORGED; i++) {
      table.learn(forged(random), 1, TIMEOUT_NS / 4 + TIMEOUT_NS * i / FORGED * 4 / 5);
    }
    long now = TIMEOUT_NS / 4 + TIMEOUT_NS * 4 / 5;
    for (int host = 0; host < 1_000; host++) {
      assertThat(table.portOf(host(host), now)).as("host %s", host).isEqualTo(1);
    }
  }

  @Test
  void shouldLearnNewHostsOfOtherPortsWhenOnePortHasFilledIt() {
    HostTable table = new HostTable(1_024, TIMEOUT_NS);
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      table.learn(forged(random), 1, 0);
    }
    for (int host = 0; host < 300; host++) {
      table.learn(host(host), 2 + host % 5, 0);
      for (int i = 0; i < 100; i++) {
        table.learn(forged(random), 1, 0);
      }
    }
    for (int host = 0; host < 300; host++) {
      assertThat(table.portOf(host(host), 0)).as("host %s", host).isEqualTo(2 + host % 5);
    }
  }

  private static long host(int number) {
    return 0x0000_1000_0000L + 7L * number;
  }

  private static long forged(Random random) {
    return 0x0200_0000_0000L | (random.nextInt() & 0xffff_ffffL);
  }

  @Test
  void shouldNotHoldTheAddressZero() {
    HostTable table = new HostTable(16, TIMEOUT_NS);
    assertThat(table.learn(0, 3, 0)).isEqualTo(HostTable.UNKNOWN);
    assertThat(table.portOf(0, 0)).isEqualTo(HostTable.UNKNOWN);
  }

  @Test
  void shouldKeepTheSameAddressInTwoVlansApartWhenTheFirstTagComesLate() {
    HostTable table = new HostTable(100_000, TIMEOUT_NS);
    Map<Long, Integer> expected = new HashMap<>();
    Random random = new Random(3);
    for (int i = 0; i < 200_000; i++) {
      int vlan = i < 20_000 ? Vlans.UNTAGGED : random.nextInt(1 + Vlans.MAX_VLAN);
      long host = Vlans.hostKey(vlan, 1L + random.nextInt(10));
      int port = 1 + random.nextInt(48);
      Integer before = expected.put(host, port);
      assertThat(table.learn(host, port, 0)).isEqualTo(before == null ? HostTable.UNKNOWN : before);
    }
    assertThat(expected).hasSizeGreaterThan(35_000);
    expected.forEach((host, port) -> assertThat(table.portOf(host, 0)).isEqualTo(port));
    assertThat(table.portOf(Vlans.hostKey(5, 11), 0)).isEqualTo(HostTable.UNKNOWN);
    assertThat(table.learn(Vlans.hostKey(5, 0), 1, 0)).isEqualTo(HostTable.UNKNOWN);
    assertThat(table.portOf(Vlans.hostKey(5, 0), 0)).isEqualTo(HostTable.UNKNOWN);
  }

  @Test
  void shouldKeepHostsOfOtherPortsWhenOnePortMakesUpAddressesInAllVlans() {
    HostTable table = new HostTable(1000, TIMEOUT_NS);
    for (int host = 1; host <= 200; host++) {
      table.learn(Vlans.hostKey(host % 3 == 0 ? Vlans.UNTAGGED : 10, host), 2, 0);
    }
    Random random = new Random(4);
    for (int i = 0; i < 200_000; i++) {
      int vlan = 1 + random.nextInt(Vlans.MAX_VLAN);
      table.learn(Vlans.hostKey(vlan, 1 + (random.nextLong() >>> 16)), 1, 0);
    }
    for (int host = 1; host <= 200; host++) {
      long key = Vlans.hostKey(host % 3 == 0 ? Vlans.UNTAGGED : 10, host);
      assertThat(table.portOf(key, 0)).as("host %d", host).isEqualTo(2);
    }
    assertThat(table.slots()).isEqualTo(2048);
  }
}
