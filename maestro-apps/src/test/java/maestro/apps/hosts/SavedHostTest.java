package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import maestro.api.PortInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations.NeighbourRole;
import org.junit.jupiter.api.Test;

/** Hosts as bytes. {@code maestro.seeds} runs more. */
class SavedHostTest {
  private static final List<NeighbourRole> ROLES = List.of(NeighbourRole.values());

  private static final int SEEDS = Integer.getInteger("maestro.seeds", 200);

  @Test
  void shouldReadWhatItHasWritten() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<SavedHost> hosts = hosts(new Random(seed));
      byte[] bytes = SavedHost.toBytes(hosts);
      assertThat(SavedHost.read(bytes).orElseThrow())
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(hosts);
      assertThat(SavedHost.toBytes(SavedHost.read(bytes).orElseThrow()))
          .as("seed %d", seed)
          .isEqualTo(bytes);
    }
  }

  @Test
  void shouldReadNothingOrHostsFromBytesThatAreCutOrChanged() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      byte[] bytes = SavedHost.toBytes(hosts(random));
      if (bytes.length > Integer.BYTES) {
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
        assertThat(SavedHost.read(cut)).as("seed %d", seed).isEmpty();
      }
      for (int i = 0; i < 50; i++) {
        byte[] other = bytes.clone();
        other[random.nextInt(other.length)] = (byte) random.nextInt();
        SavedHost.read(other)
            .ifPresent(hosts -> hosts.forEach(host -> assertThat(host.key()).isNotNegative()));
      }
    }
    assertThat(SavedHost.read(new byte[0])).isEmpty();
  }

  @Test
  void shouldNeedFewBytesForAHost() {
    List<SavedHost> hosts = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      PortInfo port = new PortInfo(i / 10, 0x1000L + i / 10, "s1-eth" + i / 10, true, 0);
      NetAddress address = new NetAddress(Vlans.UNTAGGED, 0, NetAddress.mapped(i + 1));
      hosts.add(new SavedHost(1L + i, 1, port, NeighbourRole.UNKNOWN, List.of(address)));
    }
    assertThat(SavedHost.toBytes(hosts).length).isLessThan(20_000);
  }

  private static List<SavedHost> hosts(Random random) {
    List<PortInfo> ports = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(5); i++) {
      ports.add(new PortInfo(random.nextInt(), random.nextInt(99), "p" + i, true, 0));
    }
    List<SavedHost> hosts = new ArrayList<>();
    for (int i = random.nextInt(40); i > 0; i--) {
      int vlan = random.nextBoolean() ? Vlans.UNTAGGED : 1 + random.nextInt(4094);
      List<NetAddress> addresses = new ArrayList<>();
      for (int j = random.nextInt(4); j > 0; j--) {
        addresses.add(new NetAddress(vlan, 0, NetAddress.mapped(random.nextInt())));
      }
      for (int j = random.nextInt(4); j > 0; j--) {
        addresses.add(new NetAddress(vlan, 1L + random.nextInt(99), random.nextLong()));
      }
      hosts.add(
          new SavedHost(
              Vlans.hostKey(vlan, 0x0200_0000_0000L + i),
              random.nextLong(),
              ports.get(random.nextInt(ports.size())),
              ROLES.get(random.nextInt(ROLES.size())),
              addresses));
    }
    return hosts;
  }
}
