package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import maestro.api.BadSettingException;
import maestro.api.EventStage;
import maestro.api.RefusedException;
import maestro.api.Stages;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches.Asked;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFType;
import org.projectfloodlight.openflow.types.OFPort;

/** Route-flow in simulated networks: a ring of four switches, or one that chance has made. */
class RouteFlowTest {
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final long STRANGER = 0x0200_0000_9999L;

  /** Host 1 is at port 3 of switch 1, and so on. */
  private static final int HOST_PORT = 3;

  private final SimulatedNetwork network = new SimulatedNetwork(1);
  private FakePlatform platform;
  private EventStage events;

  private void start(String settings) {
    platform = FakePlatform.withSettings("route-flow", settings);
    platform.set("hosts", network);
    publish(Topology.EMPTY);
    Stages stages = platform.start(new RouteFlow());
    network.controlledBy(stages.batch().orElseThrow().get());
    events = stages.events().orElseThrow();
  }

  private void publish(Topology topology) {
    platform.set("routing-table", RoutingTable.of(topology));
  }

  /** All that the application tells switches now happens. */
  private int obey() {
    List<SentMessage> sent = platform.switches().takeSent();
    sent.forEach(each -> network.tell(each.datapathId(), each.message()));
    return sent.size();
  }

  private void discover(Collection<Port> unknown) {
    publish(network.topologyWithout(unknown));
    events.onViewChanged("routing-table");
    obey();
  }

  private void discover() {
    discover(Set.of());
  }

  /** Switches 1 to n; port 2 of each leads to port 1 of the next, the last one's to the first. */
  private void ring(int count, String settings) {
    start(settings);
    for (long id = 1; id <= count; id++) {
      network.addSwitch(id);
      platform.switches().add(id, HOST_PORT);
    }
    for (long id = 1; id <= count; id++) {
      network.connect(new Port(id, 2), new Port(id % count + 1, 1));
      network.plug(id, new Port(id, HOST_PORT));
    }
    discover();
  }

  private void locateAll() {
    network.hosts().forEach(network::locate);
  }

  @Test
  void shouldAskOnceWhenAPathIsInstalled() {
    ring(5, "");
    locateAll();

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
  void shouldRouteFromThereWhenAnEntryOnTheWayIsMissing() {
    ring(5, "");
    locateAll();
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

  private static boolean isTreePort(RoutingTable table, Port port) {
    int[] ports = table.treePorts(table.topology().indexOf(port.datapathId()));
    return Arrays.stream(ports).anyMatch(each -> each == port.number());
  }

  @Test
  void shouldSendAlongTheTreeWhenADestinationsSwitchIsNotThere() {
    ring(4, "");
    network.plug(9, new Port(77, 1));
    network.locate(9);

    assertThat(network.send(1, 9)).containsExactlyInAnyOrder(2L, 3L, 4L);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void shouldNeitherStormNorLoseWhenLinksComeAndGo(long seed) {
    Random random = new Random(seed);
    start("");
    randomNetwork(random, 12, 20);
    discover();
    locateAll();
    for (int change = 0; change < 40; change++) {
      Port end = network.cables().get(random.nextInt(network.cables().size()));
      if (network.isCut(end)) {
        network.mend(end);
      } else {
        network.cut(end);
      }
      discover();
      everyoneReachesEveryone();
      broadcastsReachAllOnce(random);
    }
  }

  private void randomNetwork(Random random, int switchCount, int extraCables) {
    for (long id = 1; id <= switchCount; id++) {
      network.addSwitch(id);
      platform.switches().add(id, HOST_PORT);
      network.plug(id, new Port(id, HOST_PORT));
    }
    int port = 10;
    for (long id = 2; id <= switchCount; id++) {
      network.connect(new Port(id, port++), new Port(1 + random.nextLong(id - 1), port++));
    }
    for (int i = 0; i < extraCables; i++) {
      long one = 1 + random.nextLong(switchCount);
      long other = 1 + random.nextLong(switchCount);
      if (one != other) {
        network.connect(new Port(one, port++), new Port(other, port++));
      }
    }
  }

  private void everyoneReachesEveryone() {
    RoutingTable table = platform.valueOf("routing-table", RoutingTable.class);
    for (long from : network.hosts()) {
      for (long to : network.hosts()) {
        int distance = table.distance((int) from - 1, (int) to - 1);
        if (from != to && distance != RoutingTable.UNREACHABLE) {
          assertThat(network.send(from, to)).containsExactly(to);
          assertThat(network.requests()).as("asked").isLessThanOrEqualTo(distance + 1);
        }
      }
    }
  }

  private void broadcastsReachAllOnce(Random random) {
    RoutingTable table = platform.valueOf("routing-table", RoutingTable.class);
    long from = 1 + random.nextLong(network.hosts().size());
    List<Long> reachable = new ArrayList<>(network.hosts());
    reachable.removeIf(to -> to == from || !table.isReachable((int) from - 1, (int) (to - 1)));

    assertThat(network.send(from, BROADCAST)).containsExactlyInAnyOrderElementsOf(reachable);
    assertThat(network.send(from, STRANGER)).containsExactlyInAnyOrderElementsOf(reachable);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldNotStormWhileTheNetworkIsBeingDiscovered(long seed) {
    Random random = new Random(seed);
    start("");
    randomNetwork(random, 12, 30);
    List<Port> unknown = new ArrayList<>(network.cables());
    while (!unknown.isEmpty()) {
      unknown.remove(random.nextInt(unknown.size()));
      discover(unknown);
      for (long host : network.hosts()) {
        assertThat(network.send(host, BROADCAST)).doesNotHaveDuplicates();
        assertThat(network.send(host, STRANGER)).doesNotHaveDuplicates();
      }
    }
    assertThat(network.send(1, BROADCAST)).hasSize(11);
  }

  @Test
  void shouldMakeNoDetourForLongWhenALinkFails() {
    ring(5, "");
    locateAll();
    network.send(1, 3);
    network.cut(new Port(2, 2));
    discover();

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.hops()).as("1 5 4 3, and not by way of 2").isEqualTo(4);
  }

  @Test
  void shouldLeaveFlowsAloneWhenAShorterWayComesBack() {
    ring(5, "");
    locateAll();
    network.cut(new Port(2, 2));
    discover();
    network.send(1, 3);
    network.mend(new Port(2, 2));
    discover();

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isZero();
    assertThat(network.hops()).isEqualTo(4);
  }

  @Test
  void shouldRemoveOnceMoreWhenABatchRanByTheOldRoutes() {
    ring(4, "");
    locateAll();
    network.cut(new Port(1, 2));
    Topology old = platform.valueOf("routing-table", RoutingTable.class).topology();
    discover();
    Topology current = platform.valueOf("routing-table", RoutingTable.class).topology();
    publish(old);
    network.send(1, 2);
    publish(current);
    assertThat(network.send(1, 2)).as("it goes where the link was").isEmpty();

    platform.advance(FlowRepair.SETTLE);
    obey();

    assertThat(network.send(1, 2)).containsExactly(2L);
  }

  @Test
  void shouldRemoveOnlyItsOwnFlowsWhereSwitchesCanTell() {
    ring(3, "");
    network.cut(new Port(1, 2));
    publish(network.topologyWithout(Set.of()));
    events.onViewChanged("routing-table");

    assertThat(platform.switches().takeSent())
        .isNotEmpty()
        .allSatisfy(
            sent -> {
              OFFlowDelete delete = (OFFlowDelete) sent.message();
              assertThat(delete.getCookie().getValue()).isEqualTo(RouteFlow.COOKIE);
              assertThat(delete.getCookieMask().getValue()).isEqualTo(-1);
              assertThat(delete.getOutPort()).isNotEqualTo(OFPort.ANY);
            });
  }

  @Test
  void shouldRemoveFlowsWhenSwitchesSpeakTheOldVersion() {
    ring(3, "");
    for (long id = 1; id <= 3; id++) {
      platform.switches().add(id, HOST_PORT, 1);
    }
    locateAll();
    network.send(1, 2);
    network.cut(new Port(1, 2));
    discover();

    assertThat(network.send(1, 2)).containsExactly(2L);
    assertThat(network.hops()).isEqualTo(3);
  }

  @Test
  void shouldReachAHostAgainWhenItHasMoved() {
    ring(6, "");
    locateAll();
    for (long host = 1; host <= 4; host++) {
      network.send(host, 5);
    }
    move(5, new Port(2, 9));

    assertThat(network.flowCount()).isZero();
    for (long host = 1; host <= 4; host++) {
      assertThat(network.send(host, 5)).containsExactly(5L);
    }
  }

  private void move(long host, Port port) {
    network.plug(host, port);
    network.locate(host);
    events.onAnnouncement(
        "host-moved", new HostMoved(host, 1, 1, port.datapathId(), port.number()));
    obey();
  }

  @Test
  void shouldTellSwitchesLittleWhenAHostFlaps() {
    ring(6, "");
    platform.advance(FlowRepair.SETTLE);
    platform.switches().takeSent();
    for (int i = 0; i < 1000; i++) {
      events.onAnnouncement("host-moved", new HostMoved(5, 1, 1, 2, 2));
    }
    assertThat(obey()).isEqualTo(6);
    platform.advance(FlowRepair.SETTLE);
    assertThat(obey()).isEqualTo(6);
    platform.advance(FlowRepair.SETTLE);
    assertThat(obey()).isZero();
  }

  @Test
  void shouldHoldThePacketUntilThePathIsConfirmed() {
    ring(5, "release = confirmed");
    locateAll();

    assertThat(network.send(1, 3)).isEmpty();
    List<Asked> asked = platform.switches().takeAsked();
    assertThat(asked).extracting(Asked::datapathId).containsExactly(3L, 2L);
    assertThat(asked).allMatch(each -> each.message().getType() == OFType.BARRIER_REQUEST);
    assertThat(obey()).as("entries of 3 and 2").isEqualTo(2);
    asked.get(1).answer().complete(List.of());
    assertThat(obey()).isZero();
    asked.get(0).answer().complete(List.of());
    assertThat(obey()).as("entry of 1 and the packet").isEqualTo(2);

    assertThat(network.received()).containsExactly(3L);
    assertThat(network.requests()).isEqualTo(1);
    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isZero();
  }

  @Test
  void shouldLetThePacketGoWhenASwitchDoesNotConfirm() {
    ring(5, "release = confirmed");
    locateAll();
    network.send(1, 3);
    List<Asked> asked = platform.switches().takeAsked();
    asked.get(0).answer().complete(List.of());
    asked.get(1).answer().completeExceptionally(new RefusedException("no answer", null));

    assertThat(obey()).as("two entries and the packet").isEqualTo(3);
    assertThat(network.received()).containsExactly(3L);
  }

  @Test
  void shouldInstallNothingMoreWhenRoutesChangedBeforeTheConfirmation() {
    ring(5, "release = confirmed");
    locateAll();
    network.send(1, 3);
    List<Asked> asked = platform.switches().takeAsked();
    obey();
    network.cut(new Port(4, 2));
    discover();
    asked.forEach(each -> each.answer().complete(List.of()));

    assertThat(platform.switches().takeSent())
        .extracting(sent -> sent.message().getType())
        .containsExactly(OFType.PACKET_OUT);
  }

  @Test
  void shouldNotWaitWhenTooManyPacketsDo() {
    ring(5, "release = confirmed, waiting-packets = 2");
    locateAll();

    assertThat(network.send(1, 3)).isEmpty();
    assertThat(network.send(1, 4)).isEmpty();
    assertThat(network.send(2, 4)).containsExactly(4L);
    platform.switches().takeAsked().forEach(each -> each.answer().complete(List.of()));
    assertThat(network.send(1, 3)).isEmpty();
  }

  @Test
  void shouldSendAtOnceWhenThereIsNothingToConfirm() {
    ring(3, "release = confirmed");
    network.plug(9, new Port(1, 9));
    locateAll();

    assertThat(network.send(1, 9)).containsExactly(9L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "release = later",
        "waiting-packets = 0",
        "waiting-packets = 1000001",
        "idle-timeout = 20 h",
        "hard-timeout = -1 s"
      })
  void shouldRefuseSettingsThatMakeNoSense(String settings) {
    assertThatThrownBy(() -> start(settings)).isInstanceOf(BadSettingException.class);
  }

  @Test
  void shouldUseWhatIsKnownOfEachSwitchWhenOthersJoin() {
    ring(4, "");
    locateAll();
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
