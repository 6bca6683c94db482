package maestro.apps.routeflow;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import maestro.api.EventStage;
import maestro.api.Stages;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches.SentMessage;

/** What the tests of this package begin with: a simulated network that route-flow runs. */
abstract class RoutedNetwork {
  static final long BROADCAST = 0xffff_ffff_ffffL;

  /** Nobody has this address. */
  static final long STRANGER = 0x0200_0000_9999L;

  /** Host 1 is at this port of switch 1, and so on. */
  static final int HOST_PORT = 3;

  final SimulatedNetwork network = new SimulatedNetwork(1);
  FakePlatform platform;
  EventStage events;

  void start(String settings) {
    platform = FakePlatform.withSettings("route-flow", settings);
    platform.set("hosts", network);
    publish(Topology.EMPTY);
    Stages stages = platform.start(new RouteFlow());
    network.controlledBy(stages.batch().orElseThrow().get());
    events = stages.events().orElseThrow();
  }

  void publish(Topology topology) {
    platform.set("routing-table", RoutingTable.of(topology));
  }

  /** All that the application tells switches now happens. */
  int obey() {
    List<SentMessage> sent = platform.switches().takeSent();
    sent.forEach(each -> network.tell(each.datapathId(), each.message()));
    return sent.size();
  }

  void discover(Collection<Port> unknown) {
    publish(network.topologyWithout(unknown));
    events.onViewChanged("routing-table");
    obey();
  }

  void discover() {
    discover(Set.of());
  }

  /** Switches 1 to n; port 2 of each leads to port 1 of the next, the last one's to the first. */
  void ring(int count, String settings) {
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

  void locateAll() {
    network.hosts().forEach(network::locate);
  }
}
