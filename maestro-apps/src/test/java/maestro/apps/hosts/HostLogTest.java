package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import org.junit.jupiter.api.Test;

/** What the log says of hosts. */
class HostLogTest extends HostNetwork {
  @Test
  void shouldNameAHostAndItsPlaceWhenItComesMovesAndGoes() {
    arp(1, 2, A, IP_A);
    ip(1, 2, A, IP_A);
    String host = "host 02:00:00:00:00:0a (10.0.0.10) ";
    String first = "00:00:00:00:00:00:00:01 port 2 (s1-eth2)";
    String second = "00:00:00:00:00:00:00:02 port 1 (s2-eth1)";
    assertThat(lines()).containsExactly(host + "is at " + first);
    ip(2, 1, A, IP_A);
    advance(HOLD);
    assertThat(lines()).hasSize(2).endsWith(host + "moved from " + first + " to " + second);
    roles.remove(new Port(2, 1));
    publishTopology();
    assertThat(lines())
        .hasSize(3)
        .endsWith(host + "is gone from " + second + ": the port is down or new");
    advance(Duration.ofSeconds(1));
    publishTopology();
    roles.put(new Port(2, 1), Role.HOST);
    publishTopology();
    assertThat(lines()).hasSize(4).endsWith(host + "is at " + second);
    advance(TIMEOUT.plusSeconds(1));
    advance(TIMEOUT.plusSeconds(1));
    advance(TIMEOUT.plusSeconds(1));
    advance(TIMEOUT.plusSeconds(1));
    advance(TIMEOUT.plusSeconds(1));
    assertThat(lines())
        .hasSize(5)
        .endsWith(
            host
                + "is gone from "
                + second
                + ": it did not send and did not answer within address-timeout");
  }

  @Test
  void shouldNameAHostOfWhichNoAddressIsKnownAndSayNothingOfItWhenItsSwitchLeaves() {
    ip(1, 1, A, 0);
    platform.switches().remove(1);
    platform.set("topology", Topology.of(List.of(2L, 3L), List.of(), Map.of()));
    events.onViewChanged("topology");
    assertThat(lines())
        .containsExactly("host 02:00:00:00:00:0a is at 00:00:00:00:00:00:00:01 port 1 (s1-eth1)");
  }

  @Test
  void shouldSayThatAHostMadeRoom() {
    start("hosts-per-port = 1");
    arp(1, 1, A, IP_A);
    ip(1, 1, B, IP_B);
    assertThat(lines())
        .contains(
            "host 02:00:00:00:00:0a (10.0.0.10) is gone from 00:00:00:00:00:00:00:01 port 1"
                + " (s1-eth1): it made room for another");
  }

  @Test
  void shouldBoundTheLinesAboutHostsAndCountTheRest() {
    start("log-lines-per-second = 3");
    for (int i = 0; i < 50; i++) {
      ip(1, 1, A + i, IP_A + i);
    }
    assertThat(lines()).hasSize(3);
    advance(Duration.ofSeconds(1));
    assertThat(lines()).hasSize(4).endsWith("and 47 further host changes in the last second");
    advance(Duration.ofSeconds(5));
    ip(1, 2, B + 100, IP_B + 100);
    assertThat(lines()).hasSize(5);
    advance(Duration.ofSeconds(5));
    assertThat(lines()).as("a second in which none was left out").hasSize(5);
  }

  @Test
  void shouldOnlyCountWhenNoLinesAreWanted() {
    start("log-lines-per-second = 0");
    ip(1, 1, A, IP_A);
    ip(1, 1, B, IP_B);
    advance(Duration.ofSeconds(1));
    assertThat(lines()).containsExactly("2 host changes in the last second");
  }
}
