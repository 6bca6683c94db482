package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import org.junit.jupiter.api.Test;

/**
 * What discovery makes of switches of no controller. {@code LegacySwitchesTest} tests with networks
 * of chance that packets arrive.
 */
class SegmentsTest extends CabledNetwork {
  private static final int ROUNDS = 5;

  /** All ports at a legacy switch hear each other. */
  private void segment(Port... ports) {
    for (Port from : ports) {
      for (Port to : ports) {
        if (!from.equals(to)) {
          cable(new Link(from.datapathId(), from.number(), to.datapathId(), to.number()));
        }
      }
    }
  }

  private void joinAll(long... switches) {
    for (long id : switches) {
      join(id, 4);
    }
    rounds(ROUNDS);
  }

  private Role role(long datapathId, int port) {
    return topology().roleOf(datapathId, port);
  }

  @Test
  void shouldLinkEachPairWhenThreeSwitchesShareASegmentThatPassesLldp() {
    segment(new Port(1, 2), new Port(2, 2), new Port(3, 2));
    joinAll(1, 2, 3);
    assertThat(topology().links()).hasSize(6).allMatch(topology()::isTwoWay);
    assertThat(role(1, 2)).isEqualTo(Role.SHARED);
    assertThat(role(1, 1)).isEqualTo(Role.HOST);
    assertThat(warnings()).isEmpty();
  }

  @Test
  void shouldCloseThePortWhenItsSwitchReachesTheSegmentOverACable() {
    segment(new Port(1, 1), new Port(2, 1));
    segment(new Port(1, 2), new Port(2, 2), new Port(3, 2));
    joinAll(1, 2, 3);
    assertThat(role(1, 1)).isEqualTo(Role.SWITCH);
    assertThat(role(2, 2)).isEqualTo(Role.SHARED);
    assertThat(topology().linkFrom(2, 2)).as("closed").isNull();
    assertThat(topology().isTwoWay(new Link(1, 2, 3, 2))).isTrue();
    assertThat(lines())
        .contains(
            "00:00:00:00:00:00:00:02 port 2 (s2-eth2) is closed: its switch reaches the segment"
                + " there by another way");
  }

  @Test
  void shouldTakeTheLowestPortForTheHostsOfASegmentWhenItLeadsToNoOtherIsland() {
    segment(new Port(1, 1), new Port(2, 1));
    segment(new Port(1, 2), new Port(1, 3), new Port(2, 2));
    joinAll(1, 2);
    assertThat(role(1, 2)).isEqualTo(Role.HOST);
    assertThat(role(1, 3)).isEqualTo(Role.SHARED);
    assertThat(role(2, 2)).isEqualTo(Role.SHARED);
    assertThat(topology().links()).hasSize(2);
  }

  @Test
  void shouldUseTheSparePortWhenTheUsedOneGoesDown() {
    segment(new Port(1, 1), new Port(2, 1));
    segment(new Port(1, 2), new Port(2, 2), new Port(3, 2));
    joinAll(1, 2, 3);
    SwitchInfo one = platform.switches().find(1).orElseThrow();
    PortInfo down = new PortInfo(2, 0x102, "s1-eth2", false, 0);
    platform.switches().setPort(1, down);
    discovery.onPortStatus(one, down, PortChange.CHANGED);
    platform.advance(PAUSE);
    assertThat(topology().isTwoWay(new Link(2, 2, 3, 2))).as("at once").isTrue();
  }

  @Test
  void shouldUseOneOfTwoSegmentsForPacketsBetweenSwitchesAndBothForHosts() {
    dropsLldp = true;
    segment(new Port(1, 2), new Port(2, 2));
    segment(new Port(1, 3), new Port(2, 3));
    joinAll(1, 2);
    assertThat(role(1, 2)).isEqualTo(Role.SHARED);
    assertThat(topology().links()).containsExactly(new Link(1, 2, 2, 2), new Link(2, 2, 1, 2));
    assertThat(role(1, 3)).as("for hosts").isEqualTo(Role.HOST);
    assertThat(role(2, 3)).as("closed").isEqualTo(Role.SHARED);
  }

  @Test
  void shouldCloseThePortThatHearsItself() {
    segment(new Port(1, 2), new Port(2, 2));
    cable(new Link(1, 2, 1, 2));
    joinAll(1, 2);
    assertThat(role(1, 2)).isEqualTo(Role.SHARED);
    assertThat(topology().links()).isEmpty();
  }
}
