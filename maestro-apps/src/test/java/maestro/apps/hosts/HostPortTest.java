package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import maestro.api.PortInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a host when its port changes. */
class HostPortTest extends HostNetwork {
  @Test
  void shouldRestoreAHostWhenItsPortIsBack() {
    ip(1, 1, A, IP_A);
    roles.remove(new Port(1, 1));
    publishTopology();
    roles.put(new Port(1, 1), Role.HOST);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(platform.announced()).containsExactly(new HostLost(A, 1, 1));
  }

  @ParameterizedTest
  @CsvSource({"s1-eth1, 0x99", "s9-eth1, 0x11"})
  void shouldForgetAHostWhenAnotherPortHasTheNumberOfItsPort(String name, String address) {
    platform.switches().setPort(1, new PortInfo(1, 0x11, "s1-eth1", true, 0));
    arp(1, 1, A, IP_A);
    roles.remove(new Port(1, 1));
    publishTopology();
    platform.switches().setPort(1, new PortInfo(1, Long.decode(address), name, true, 0));
    roles.put(new Port(1, 1), Role.HOST);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(hosts().ethAddressOf(IP_A))
        .as("nobody answers ARP for it")
        .isEqualTo(HostLocations.UNKNOWN);
    arp(1, 2, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/2");
    assertThat(lines()).hasSize(3);
  }

  @Test
  void shouldKnowAHostWhereEntriesShowItUntilItIsSeenElsewhere() {
    hosts().recoverLocation(Vlans.UNTAGGED, A, 1, 3); // a port to a switch
    hosts().recoverLocation(Vlans.UNTAGGED, A, 9, 1); // no such switch
    hosts().recoverLocation(Vlans.UNTAGGED, Addresses.BROADCAST, 1, 1);
    assertThat(hosts().count()).isZero();
    hosts().recoverLocation(Vlans.UNTAGGED, A, 1, 1);
    hosts().recoverLocation(Vlans.UNTAGGED, A, 2, 1);
    assertThat(placeOf(A)).isEqualTo("1/1");
    ip(3, 1, A, IP_A);
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("3/1");
    assertThat(platform.announced()).containsExactly(new HostMoved(A, 1, 1, 3, 1));
  }

  @Test
  void shouldForgetASupposedHostThatStaysSilent() {
    hosts().recoverLocation(Vlans.UNTAGGED, A, 1, 1);
    for (int sweep = 0; sweep < 4; sweep++) {
      assertThat(placeOf(A)).isEqualTo("1/1");
      advance(TIMEOUT.dividedBy(4));
    }
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(platform.announced()).containsExactly(new HostLost(A, 1, 1));
  }

  @Test
  void shouldFollowEntriesWhenAHostWasSupposedAtAPortToASwitch() {
    hosts().recoverLocation(Vlans.UNTAGGED, A, 1, 1);
    hosts().recoverLocation(Vlans.UNTAGGED, B, 1, 1);
    roles.put(new Port(1, 1), Role.SWITCH);
    publishTopology();
    assertThat(placeOf(A)).as("the way to it is right").isEqualTo("1/1");
    hosts().recoverLocation(Vlans.UNTAGGED, A, 2, 1);
    assertThat(placeOf(A)).isEqualTo("2/1");
    advance(Duration.ofSeconds(5));
    assertThat(placeOf(A)).isEqualTo("2/1");
    assertThat(placeOf(B)).isEqualTo("unknown");
    assertThat(platform.announced()).containsExactly(new HostLost(B, 1, 1));
  }

  /** A switch that has not joined yet connects ports 1/1 and 2/1. */
  @Test
  void shouldNotMoveAHostWhenItsPacketsPassASwitchThatHasNotJoined() {
    hosts().recoverLocation(Vlans.UNTAGGED, A, 1, 1);
    hosts().recoverLocation(Vlans.UNTAGGED, A, 2, 1);
    hosts().recoverLocation(Vlans.UNTAGGED, B, 2, 1);
    hosts().recoverLocation(Vlans.UNTAGGED, B, 1, 1);
    for (int i = 0; i < 5; i++) {
      ip(1, 1, A, IP_A);
      ip(2, 1, A, IP_A);
      ip(1, 1, B, IP_B);
      ip(2, 1, B, IP_B);
      advance(HOLD);
    }
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(placeOf(B)).isEqualTo("2/1");
    roles.put(new Port(2, 1), Role.SWITCH);
    publishTopology();
    assertThat(placeOf(B)).as("the way to it is right").isEqualTo("2/1");
    hosts().recoverLocation(Vlans.UNTAGGED, B, 3, 1);
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(placeOf(B)).isEqualTo("3/1");
    assertThat(platform.announced()).isEmpty();
  }

  @Test
  void shouldFollowAHostToAPlaceThatEntriesShowedLongAgo() {
    hosts().recoverLocation(Vlans.UNTAGGED, A, 1, 1);
    hosts().recoverLocation(Vlans.UNTAGGED, A, 2, 1);
    advance(Duration.ofSeconds(15));
    ip(2, 1, A, IP_A);
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("2/1");
  }

  @Test
  void shouldKnowAHostAgainAtOnceWhenItsPortHasReturned() {
    arp(1, 1, A, IP_A);
    roles.remove(new Port(1, 1));
    platform.switches().setPort(1, 1, false);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    roles.put(new Port(1, 1), Role.RETURNED);
    platform.switches().setPort(1, 1, true);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
    arp(1, 1, B, IP_B);
    assertThat(placeOf(B)).as("it gets entries, so it is learned").isEqualTo("1/1");
    roles.put(new Port(1, 1), Role.SWITCH);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(placeOf(B)).isEqualTo("unknown");
  }

  @Test
  void shouldForgetHostsWhenTheirPortTurnsOutToLeadToASwitch() {
    ip(1, 1, A, IP_A);
    roles.put(new Port(1, 1), Role.SWITCH);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(HostLocations.UNKNOWN);
  }

  @Test
  void shouldLookElsewhereForHostsOfASwitchThatIsGoneAndThatNoLinkLeadsTo() {
    arp(1, 1, A, IP_A);
    linked.remove(1L);
    publishTopology();
    assertThat(placeOf(A)).as("its ports were pulled").isEqualTo("1/1");
    present.remove(1L);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    present.add(1L);
    publishTopology();
    assertThat(placeOf(A)).as("the same port").isEqualTo("1/1");
  }

  @Test
  void shouldKeepHostsOfASwitchThatMayGoOnWithoutItsChannel() {
    arp(1, 1, A, IP_A);
    present.remove(1L);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
  }
}
