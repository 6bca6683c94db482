package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import maestro.api.PortInfo;
import maestro.api.topology.HostLocations;
import maestro.api.topology.HostLost;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What host-location knows after a reload. */
class HostsOverReloadTest extends HostNetwork {
  @BeforeEach
  void learn() {
    arp(1, 1, A, IP_A);
    arp(2, 2, B, IP_B);
    arp(2, 2, B, IP_B + 1);
    log.clear();
  }

  @Test
  void shouldKnowHostsAndAddressesWhenItWasReloaded() {
    reload();
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(placeOf(B)).isEqualTo("2/2");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(hosts().ethAddressOf(IP_B + 1)).isEqualTo(B);
    assertThat(platform.announced()).isEmpty();
    assertThat(lines()).isEmpty();
  }

  @Test
  void shouldKnowHostsWhenItIsReloadedAgainAtOnce() {
    reload();
    reload();
    publishTopology();
    reload();
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(placeOf(B)).isEqualTo("2/2");
  }

  @Test
  void shouldKeepWhereAHostIsSeenBeforeItWasTakenOver() {
    reload();
    arp(3, 1, A, IP_A);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("3/1");
  }

  @Test
  void shouldForgetAHostWhenItsPortIsAnotherOneDownOrLeadsToASwitch() {
    arp(3, 1, A + 0x100, IP_A + 100);
    reload();
    platform.switches().setPort(1, new PortInfo(1, 0x99, "s1-eth1", true, 0));
    platform.switches().setPort(2, 2, false);
    roles.remove(new Port(2, 2));
    roles.put(new Port(3, 1), Role.SWITCH);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(placeOf(B)).isEqualTo("unknown");
    assertThat(placeOf(A + 0x100)).isEqualTo("unknown");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(platform.announced())
        .containsExactlyInAnyOrder(
            new HostLost(A, 1, 1), new HostLost(B, 2, 2), new HostLost(A + 0x100, 3, 1));
  }

  @Test
  void shouldBeginAnewWhenTheBytesAreOfAnotherVersionOrCut() {
    byte[] left = platform.saveState();
    byte[] cut = Arrays.copyOf(left, left.length - 1);
    for (byte[] bytes : new byte[][] {{1, 2, 3, 4, 5, 6, 7, 8}, {}, cut}) {
      start(FakePlatform.withSettings("host-location", "").withSavedState(bytes));
      publishTopology();
      assertThat(placeOf(A)).isEqualTo("unknown");
    }
  }

  /** All stages begin anew; no topology has been published yet. */
  private void reload() {
    start(FakePlatform.withSettings("host-location", "").withSavedState(platform.saveState()));
  }
}
