package maestro.api.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import org.junit.jupiter.api.Test;

class TopologyTest {
  private static final long HIGH = 0x8000_0000_0000_0001L;
  private static final int HIGH_PORT = 0xf000_0000;
  private static final Link UP = new Link(1, HIGH_PORT, HIGH, 2);

  private final Topology topology =
      Topology.of(
          List.of(HIGH, 1L, 1L),
          List.of(UP, UP.reversed(), new Link(1, 3, HIGH, 4), UP),
          Map.of(
              new Port(1, HIGH_PORT), Role.SWITCH,
              new Port(1, 5), Role.HOST,
              new Port(HIGH, 2), Role.SWITCH,
              new Port(7, 5), Role.HOST));

  @Test
  void shouldNumberSwitchesInTheirUnsignedOrder() {
    assertThat(topology.switchCount()).isEqualTo(2);
    assertThat(topology.datapathId(0)).isEqualTo(1);
    assertThat(topology.datapathId(1)).isEqualTo(HIGH);
    assertThat(topology.indexOf(HIGH)).isEqualTo(1);
    assertThat(topology.indexOf(2)).isNegative();
  }

  @Test
  void shouldSayTheRoleOfEveryPort() {
    assertThat(topology.roleOf(1L, HIGH_PORT)).isEqualTo(Role.SWITCH);
    assertThat(topology.roleOf(0, HIGH_PORT)).isEqualTo(Role.SWITCH);
    assertThat(topology.roleOf(1L, 5)).isEqualTo(Role.HOST);
    assertThat(topology.roleOf(0, 5)).isEqualTo(Role.HOST);
    assertThat(topology.roleOf(1, 2)).isEqualTo(Role.SWITCH);
    assertThat(topology.roleOf(0, 3)).as("a link, but no role").isEqualTo(Role.UNKNOWN);
    assertThat(topology.roleOf(0, 99)).isEqualTo(Role.UNKNOWN);
    assertThat(topology.roleOf(7L, 5)).as("no such switch").isEqualTo(Role.UNKNOWN);
  }

  @Test
  void shouldFindTheLinkOfAPort() {
    assertThat(topology.linkFrom(1, HIGH_PORT)).isEqualTo(UP);
    assertThat(topology.linkFrom(HIGH, 2)).isEqualTo(UP.reversed());
    assertThat(topology.linkFrom(1, 5)).isNull();
    assertThat(topology.linkFrom(3, 5)).isNull();
    assertThat(topology.links()).hasSize(3);
  }

  @Test
  void shouldTellWhetherALinkWorksBothWays() {
    assertThat(topology.isTwoWay(UP)).isTrue();
    assertThat(topology.isTwoWay(UP.reversed())).isTrue();
    assertThat(topology.isTwoWay(new Link(1, 3, HIGH, 4))).isFalse();
  }

  @Test
  void shouldGiveTheFirstLinkWhenSeveralBeginAtOnePort() {
    Topology shared =
        Topology.of(
            List.of(1L, 2L, 3L), List.of(new Link(1, 1, 3, 1), new Link(1, 1, 2, 1)), Map.of());
    assertThat(shared.linkFrom(1, 1)).isEqualTo(new Link(1, 1, 2, 1));
    assertThat(shared.links()).hasSize(2);
  }

  @Test
  void shouldRefuseALinkToASwitchThatIsNotThere() {
    assertThatThrownBy(() -> Topology.of(List.of(1L), List.of(UP), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not between switches");
  }

  @Test
  void shouldBeEmptyWhenNothingIsKnown() {
    assertThat(Topology.EMPTY.switchCount()).isZero();
    assertThat(Topology.EMPTY.links()).isEmpty();
    assertThat(Topology.EMPTY.roleOf(1L, 1)).isEqualTo(Role.UNKNOWN);
    assertThat(Topology.EMPTY).isEqualTo(Topology.of(List.of(), List.of(), Map.of()));
  }
}
