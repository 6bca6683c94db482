package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.NeighbourFrames;
import maestro.apps.testkit.SilentOutput;
import maestro.state.AddressTable;
import org.junit.jupiter.api.Test;

class WatcherAllocationTest {
  private static final long A = 0x0200_0000_000aL;
  private static final long ON_SEGMENT = 0x0200_0000_000bL;
  private static final int IP_A = 0x0a00_000a;
  private static final int IP_B = 0x0a00_000b;
  private static final long IP6 = 0xfd00_0000_0000_0000L;

  @Test
  void shouldAllocateNothingWhenTheHostIsKnownOrBehindASwitchOrASegment() {
    FakePlatform platform = FakePlatform.withSettings("host-location", "");
    platform.set(
        "topology",
        Topology.of(
            List.of(1L, 2L),
            List.of(new Link(1, 3, 2, 3), new Link(2, 3, 1, 3)),
            Map.of(
                new Port(1, 1), Role.HOST,
                new Port(1, 2), Role.SWITCH,
                new Port(1, 3), Role.SHARED,
                new Port(2, 3), Role.SHARED)));
    View<Topology> topology = platform.reads("topology", Topology.class);
    HostTables tables =
        new HostTables(new AddressTable(1000), new AddressTable(1000), new AddressTable(1000));
    Vlans vlans = Vlans.builder().access(1, 4, 10).build();
    SwitchNumber number = new SwitchNumber(tables.number(1), vlans.of(1));
    know(tables, new HostState(A, HostTables.location(number.value(), 1)), IP_A);
    know(tables, new HostState(ON_SEGMENT, HostTables.location(number.value(), 3)), IP_B);
    long inVlan = Vlans.hostKey(10, A);
    know(tables, new HostState(inVlan, HostTables.location(number.value(), 4)), IP_A);
    long[] handedOver = new long[1];
    HostSightings sightings = new HostSightings(platform, seen -> handedOver[0]++);
    Watcher watcher =
        new Watcher(tables, topology, platform.switchLocal(info -> number), sightings);
    FakeRequest[] requests = {
      FakeRequest.between(1, 1, A, 5),
      FakeRequest.between(1, 2, A, 5),
      FakeRequest.between(1, 4, A, 5),
      FakeRequest.between(1, 3, A, 5),
      FakeRequest.between(1, 3, ON_SEGMENT, 5),
      arpRequest(),
      solicitation()
    };
    assertThat(Allocation.bytesPerRequest(watcher, requests)).isLessThan(0.02);
    platform.advance(Duration.ZERO);
    assertThat(handedOver[0]).isZero();
    watcher.onRequest(FakeRequest.between(1, 1, 7, 5), new SilentOutput());
    platform.advance(Duration.ZERO);
    assertThat(handedOver[0]).isEqualTo(1);
  }

  private static void know(HostTables tables, HostState host, int ipv4) {
    for (NetAddress address :
        new NetAddress[] {
          new NetAddress(host.vlan, 0, NetAddress.mapped(ipv4)), new NetAddress(host.vlan, IP6, A)
        }) {
      host.like(address).add(address);
      tables.put(address, A);
    }
    tables.put(host);
  }

  private static FakeRequest solicitation() {
    return new FakeRequest(
        1, 1, 0, NeighbourFrames.solicitation(A, IP6, A, 0x3333_ff00_000bL, IP6, 0xb));
  }

  private static FakeRequest arpRequest() {
    ByteBuffer arp = ByteBuffer.allocate(28);
    arp.putLong(0x0001_0800_0604_0001L);
    arp.putShort((short) (A >>> 32)).putInt((int) A).putInt(IP_A);
    arp.putShort((short) 0).putInt(0).putInt(0x0a00_00fe);
    return new FakeRequest(
        1, 1, 0, FakeRequest.ethernet(A, Addresses.BROADCAST, 0x0806, arp.array()));
  }
}
