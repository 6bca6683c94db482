package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import maestro.api.EntryVerdict;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.types.OFPort;

class FlowRepairTest extends RoutedNetwork {
  @Test
  void shouldMakeNoDetourForLongWhenALinkFails() {
    knownRing(5);
    network.send(1, 3);
    network.cut(new Port(2, 2));
    discover();

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.hops()).as("1 5 4 3, and not by way of 2").isEqualTo(4);
  }

  @Test
  void shouldMoveFlowsWhenAShorterWayIsBackAndTheNetworkIsCalm() {
    knownRing(5);
    pull(new Port(2, 2));
    discover();
    network.send(1, 3);
    mend(new Port(2, 2));
    discover();
    live(EntryWatch.TICK.multipliedBy(EntryWatch.CALM_TICKS - 1));

    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isZero();
    assertThat(network.hops()).isEqualTo(4);

    live(EntryWatch.TICK.multipliedBy(2));
    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isPositive();
    assertThat(network.hops()).isEqualTo(3);
  }

  @Test
  void shouldMoveFlowsWithoutLongWaitWhenTheNetworkIsNeverCalm() {
    knownRing(5);
    pull(new Port(2, 2));
    discover();
    network.send(1, 3);
    mend(new Port(2, 2));
    for (int i = 0; i < EntryWatch.PATIENCE_TICKS; i++) {
      discover();
      live(EntryWatch.TICK);
    }
    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.hops()).isEqualTo(3);
  }

  @Test
  void shouldMoveOnlySoManyFlowsAtATime() {
    ring(5, "");
    int count = 3 * EntryWatch.MOST_MOVES;
    for (long host = 100; host < 100 + count; host++) {
      network.plug(host, new Port(1, HOST_PORT));
    }
    locateAll();
    pull(new Port(2, 2));
    discover();
    for (long host = 100; host < 100 + count; host++) {
      network.send(host, 3);
    }
    mend(new Port(2, 2));
    discover();
    int moved = 0;
    for (int tick = 0; tick < EntryWatch.CALM_TICKS + 4; tick++) {
      network.takeShown(EntryVerdict.REMOVE);
      live(EntryWatch.TICK);
      int now = network.takeShown(EntryVerdict.REMOVE);
      assertThat(now).isLessThanOrEqualTo(EntryWatch.MOST_MOVES);
      moved += now;
    }
    assertThat(moved).isEqualTo(count);
  }

  @Test
  void shouldRemoveOnceMoreWhenABatchRanByTheOldRoutes() {
    knownRing(4);
    pull(new Port(1, 2));
    Topology old = platform.valueOf("routing-table", RoutingTable.class).topology();
    discover();
    Topology current = platform.valueOf("routing-table", RoutingTable.class).topology();
    publish(old);
    network.send(1, 2);
    publish(current);
    assertThat(network.send(1, 2)).as("it goes where the link was").isEmpty();

    platform.advance(FlowRemovals.SETTLE);
    obey();

    assertThat(network.send(1, 2)).containsExactly(2L);
  }

  @Test
  void shouldRemoveOnlyItsOwnFlowsWhereSwitchesCanTell() {
    ring(3, "");
    pull(new Port(1, 2));
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
    knownRing(6);
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
  void shouldRemoveFlowsToAHostFromAllSwitchesWhenItIsLost() {
    ring(6, "");
    platform.advance(FlowRemovals.SETTLE);
    platform.switches().takeSent();
    events.onAnnouncement("host-lost", new HostLost(5, 1, 1));
    assertThat(obey()).as("and once more at its own port").isEqualTo(7);
  }

  @Test
  void shouldTellSwitchesLittleAtATimeWhenManyHostsAreLost() {
    ring(6, "");
    platform.advance(FlowRemovals.SETTLE);
    platform.switches().takeSent();
    int hosts = 2000;
    for (int i = 0; i < hosts; i++) {
      events.onAnnouncement("host-lost", new HostLost(0x100 + i, 1, 1));
    }
    int sent = obey();
    assertThat(sent).isBetween(4096, 2 * 4096);
    for (int i = 0; i < 4; i++) {
      platform.advance(FlowRemovals.SETTLE);
      int more = obey();
      assertThat(more).isLessThan(4 * 4096);
      sent += more;
    }
    assertThat(sent).as("all in the end, twice").isEqualTo(2 * 7 * hosts);
  }

  @Test
  void shouldTellSwitchesLittleWhenAHostFlaps() {
    ring(6, "");
    platform.advance(FlowRemovals.SETTLE);
    platform.switches().takeSent();
    for (int i = 0; i < 1000; i++) {
      events.onAnnouncement("host-moved", new HostMoved(5, 1, 1, 2, 2));
    }
    assertThat(obey()).isEqualTo(7);
    platform.advance(FlowRemovals.SETTLE);
    assertThat(obey()).isEqualTo(7);
    platform.advance(FlowRemovals.SETTLE);
    assertThat(obey()).isZero();
  }

  @Test
  void shouldAskForTheEntriesOfASwitchThatTakesNoRemovalSinceItIsCongested() {
    ring(3, "");
    platform.advance(FlowRemovals.SETTLE);
    platform.switches().takeSent();
    platform.takeChecked();
    platform.switches().congest(2, true);
    events.onAnnouncement("host-lost", new HostLost(5, 1, 1));
    assertThat(platform.takeChecked()).containsExactly(2L);
    platform.switches().congest(2, false);
    platform.advance(FlowRemovals.SETTLE);
    assertThat(platform.takeChecked()).isEmpty();
  }
}
