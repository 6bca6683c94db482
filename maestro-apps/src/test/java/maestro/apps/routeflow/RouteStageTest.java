package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouteStageTest extends RoutedNetwork {
  @Test
  void shouldAskOnceWhenAPathIsInstalled() {
    knownRing(5);

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isEqualTo(1);
    assertThat(network.flowCount()).isEqualTo(3);
    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isZero();
    assertThat(network.hops()).isEqualTo(3);
  }

  @Test
  void shouldInstallOneEntryWhenBothHostsAreAtOneSwitch() {
    ring(3, "");
    network.plug(7, new Port(1, 4));
    network.plug(8, new Port(1, HOST_PORT));
    locateAll();

    assertThat(network.send(1, 7)).containsExactly(7L);
    assertThat(network.flowCount()).isEqualTo(1);
    assertThat(network.send(8, 1)).as("they are behind one port").isEmpty();
    assertThat(network.flowCount()).isEqualTo(1);
  }

  @Test
  void shouldSendBackByPortsThatAreForItAndNeverToASwitch() {
    ring(
        3,
        "hairpin-ports = [%s]"
            .formatted(
                IntStream.rangeClosed(1, HOST_PORT)
                    .mapToObj(port -> "\"00:00:00:00:00:00:00:01/" + port + "\"")
                    .collect(Collectors.joining(", "))));
    network.plug(8, new Port(1, HOST_PORT));
    assertThat(network.send(8, 0xffff_ffff_ffffL)).as("back, too").contains(1L, 2L, 3L);
    assertThat(network.send(2, 0xffff_ffff_ffffL)).as("no loop").contains(1L, 3L);
    locateAll();
    assertThat(network.send(8, 1)).contains(1L);
    assertThat(network.flowCount()).isEqualTo(1);
    assertThat(network.send(8, 1)).contains(1L);
    assertThat(network.requests()).isZero();
  }

  @Test
  void shouldRouteFromThereWhenAnEntryOnTheWayIsMissing() {
    knownRing(5);
    network.send(1, 3);
    network.forgetFlowsOf(2);

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isEqualTo(1);
    assertThat(network.hops()).isEqualTo(3);
  }

  @Test
  void shouldUseEqualPathsForDifferentFlows() {
    ring(4, "");
    for (long host = 100; host < 200; host++) {
      network.plug(host, new Port(1, HOST_PORT));
    }
    locateAll();
    LongStream.range(100, 200).forEach(host -> network.send(host, 3));
    int all = network.flowCount();
    network.forgetFlowsOf(2);
    int throughTwo = all - network.flowCount();

    assertThat(all).isEqualTo(300);
    assertThat(throughTwo).isBetween(30, 70);
  }

  @ParameterizedTest
  @ValueSource(longs = {BROADCAST, STRANGER, 0x0100_5e00_0001L})
  void shouldReachEveryHostOnceWhenAPacketIsForAllOrForAStranger(long destination) {
    ring(6, "");

    assertThat(network.send(2, destination)).containsExactlyInAnyOrder(1L, 3L, 4L, 5L, 6L);
    assertThat(network.flowCount()).isZero();
  }

  @Test
  void shouldDropWhenTheAddressIsReserved() {
    ring(3, "");
    for (long last = 0; last < 16; last++) {
      assertThat(network.send(1, 0x0180_c200_0000L + last)).isEmpty();
    }
    assertThat(network.hops()).isZero();
    assertThat(network.send(1, 0x0180_c200_0010L)).hasSize(2);
  }

  @Test
  void shouldDropWhenAGroupComesFromASwitchOutsideTheTree() {
    ring(3, "");
    RoutingTable table = RoutingTable.of(network.topologyWithout(Set.of()));
    Port outside =
        network.cables().stream().filter(end -> !isTreePort(table, end)).findFirst().orElseThrow();
    network.plug(9, outside);

    assertThat(network.send(9, BROADCAST)).isEmpty();
  }

  @Test
  void shouldNotSendBackWhenAPacketComesFromTheSwitchOfItsDestination() {
    ring(3, "");
    network.locate(1);
    network.locate(3);
    network.plug(9, new Port(2, 1)); // as if switch 1 had sent it to all

    assertThat(network.send(9, 1)).as("it has got it already").isEmpty();
    assertThat(network.flowCount()).isZero();
    assertThat(network.send(9, 3)).containsExactly(3L);
  }

  private static boolean isTreePort(RoutingTable table, Port port) {
    int[] ports = table.treePorts(table.topology().indexOf(port.datapathId()));
    return Arrays.stream(ports).anyMatch(each -> each == port.number());
  }

  @Test
  void shouldDropWhenADestinationsSwitchIsNotThere() {
    ring(4, "");
    network.plug(9, new Port(77, 1));
    network.locate(9);

    assertThat(network.send(1, 9)).isEmpty();
    assertThat(network.requests()).as("its copies go nowhere").isEqualTo(1);
  }

  @Test
  void shouldAskWithEachPacketWhenNobodyLearnsTheSource() {
    knownRing(4);
    Topology all = network.topologyWithout(Set.of());
    Map<Port, Role> roles = new HashMap<>(all.roles());
    roles.remove(new Port(1, HOST_PORT));
    publish(Topology.of(network.switches(), all.links(), roles));
    for (int i = 0; i < 3; i++) {
      assertThat(network.send(1, 3)).containsExactly(3L);
      assertThat(network.requests()).as("of its own switch").isPositive();
    }
    discover();
    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isZero();
  }

  @Test
  void shouldUseWhatIsKnownOfEachSwitchWhenOthersJoin() {
    knownRing(4);
    network.send(1, 3);
    Set<Long> before = new HashSet<>(network.hosts());
    network.addSwitch(5);
    platform.switches().add(5, HOST_PORT);
    network.connect(new Port(5, 1), new Port(1, 5));
    network.plug(50, new Port(5, HOST_PORT));
    discover();
    network.locate(50);

    before.forEach(host -> assertThat(network.send(host, 50)).containsExactly(50L));
    assertThat(network.send(50, BROADCAST)).containsExactlyInAnyOrderElementsOf(before);
  }
}
