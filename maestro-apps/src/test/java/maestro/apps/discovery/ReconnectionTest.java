package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What discovery knows while the channel of a switch is away, and when it is back. */
class ReconnectionTest extends CabledNetwork {
  @BeforeEach
  void connect() {
    cable(UP);
    cable(UP.reversed());
    join(1, 3);
    join(2, 3);
    rounds(5);
    log.clear();
  }

  @Test
  void shouldTakeUpLinksAndRolesWhenASwitchIsBackWithTheSamePorts() {
    Topology before = topology();
    for (int round = 0; round <= AbsentSwitches.MOST_ROUNDS; round++) {
      leave(1);
      rounds(round);
      assertThat(topology()).isEqualTo(before);
      Topology absent = topology();
      join(1, 3);
      platform.advance(PAUSE);
      assertThat(topology()).as("routes are computed anew").isEqualTo(before).isNotSameAs(absent);
    }
    rounds(5);
    assertThat(topology()).isEqualTo(before);
    assertThat(lines())
        .allMatch(
            line ->
                line.equals(
                    "switch 00:00:00:00:00:00:00:01 has reconnected: 3 ports are as they were,"
                        + " with 2 one-way links"));
  }

  @Test
  void shouldSayNothingOfPortsWhenAllSwitchesReconnectAtOnce() {
    Topology before = topology();
    leave(1);
    leave(2);
    join(2, 3);
    join(1, 3);
    rounds(5);
    assertThat(topology()).isEqualTo(before);
    assertThat(lines()).hasSize(2).allMatch(line -> line.contains(" has reconnected: 3 ports"));
  }

  @Test
  void shouldForgetALinkThatNoProbeConfirmsWhenASwitchIsBack() {
    leave(1);
    cables.clear();
    join(1, 3);
    rounds(3);
    assertThat(topology().links()).as("probes may be late").hasSize(2);
    rounds(1);
    assertThat(topology().links()).isEmpty();
  }

  @Test
  void shouldFollowACableThatWasPluggedInElsewhereMeanwhile() {
    leave(1);
    cables.clear();
    Link moved = new Link(1, 1, 2, 2);
    cable(moved);
    cable(moved.reversed());
    rounds(1);
    join(1, 3);
    rounds(2);
    assertThat(topology().links()).containsExactly(moved, moved.reversed());
  }

  @Test
  void shouldBeginAnewWithAPortThatIsAnotherOneOrDown() {
    leave(1);
    platform.switches().add(1, 3);
    platform.switches().setPort(1, new PortInfo(1, 0x999, "s1-eth1", true, 10_000_000));
    platform.switches().setPort(1, new PortInfo(2, 0x102, "other", true, 10_000_000));
    platform.switches().setPort(1, 3, false);
    discovery.onSwitchJoined(platform.switches().find(1).orElseThrow());
    platform.advance(PAUSE);
    assertThat(topology().links()).isEmpty();
    for (int port = 1; port <= 3; port++) {
      assertThat(topology().roleOf(1L, port)).isEqualTo(Role.UNKNOWN);
    }
  }

  @Test
  void shouldTakeNoPortForAHostsThatWasNotProbedWhileItsSwitchWasAbsent() {
    SwitchInfo three = join(3, 1);
    round();
    platform.switches().remove(3);
    discovery.onSwitchLeft(three);
    rounds(AbsentSwitches.MOST_ROUNDS);
    assertThat(topology().roleOf(3L, 1)).isEqualTo(Role.UNKNOWN);
    join(3, 1);
    rounds(2);
    assertThat(topology().roleOf(3L, 1)).isEqualTo(Role.UNKNOWN);
    rounds(2);
    assertThat(topology().roleOf(3L, 1)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldLoseTheLinkOfAnAbsentSwitchWhenThePortOfItsNeighbourGoesDown() {
    leave(1);
    SwitchInfo two = platform.switches().find(2).orElseThrow();
    discovery.onPortStatus(two, platform.switches().setPort(2, 1, false), PortChange.CHANGED);
    platform.advance(PAUSE);
    assertThat(topology().links()).isEmpty();
    join(1, 3);
    rounds(1);
    assertThat(topology().roleOf(1L, 1)).as("not yet quiet for long").isEqualTo(Role.UNKNOWN);
  }

  @Test
  void shouldPublishAtOnceWhenAPortForFloodsLeadsToASwitch() {
    leave(1);
    Link closing = new Link(1, 2, 2, 2);
    cable(closing);
    cable(closing.reversed());
    join(1, 3);
    assertThat(topology().roleOf(1L, 2)).isEqualTo(Role.HOST);
    carry(sendProbes());
    assertThat(topology().roleOf(1L, 2)).as("in the pause").isEqualTo(Role.SWITCH);
    assertThat(topology().roleOf(2L, 2)).isEqualTo(Role.SWITCH);
  }

  private void leave(long datapathId) {
    SwitchInfo info = platform.switches().find(datapathId).orElseThrow();
    platform.switches().remove(datapathId);
    discovery.onSwitchLeft(info);
  }
}
