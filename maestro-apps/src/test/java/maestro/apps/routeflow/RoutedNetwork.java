package maestro.apps.routeflow;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.EventStage;
import maestro.api.PortInfo;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.LinkWeights;
import maestro.apps.routing.RoutingTable;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import maestro.apps.testkit.FakeSwitches.SentMessage;

/** What the tests of this package begin with: a simulated network that route-flow runs. */
abstract class RoutedNetwork {
  static final long BROADCAST = 0xffff_ffff_ffffL;

  /** Nobody has this address. */
  static final long STRANGER = 0x0200_0000_9999L;

  /** Host 1 is at this port of switch 1, and so on. */
  static final int HOST_PORT = 3;

  /** After so long the network counts as known, when nothing changes in it. */
  static final Duration KNOWN = EntryWatch.TICK.multipliedBy(EntryWatch.CALM_TICKS + 2);

  final SimulatedNetwork network = new SimulatedNetwork(1);
  private final Map<Long, List<PortInfo>> portsOfAbsent = new HashMap<>();
  FakePlatform platform;
  EventStage events;

  void start(String settings) {
    platform = FakePlatform.withSettings("route-flow", settings);
    platform.set("hosts", network.known());
    platform.set("routing-table", RoutingTable.EMPTY);
    Stages stages = platform.start(new RouteFlow(() -> platform.nowNs()));
    network.controlledBy(stages.batch().orElseThrow().get());
    events = stages.events().orElseThrow();
  }

  void publish(Topology topology) {
    network.known().noHostsAt(port -> topology.roles().get(port) == Role.SWITCH);
    RoutingTable before = platform.valueOf("routing-table", RoutingTable.class);
    platform.set("routing-table", before.after(topology, new Weights(platform.switches()), 1));
  }

  /** As intradomain-routing weighs links. */
  private record Weights(FakeSwitches switches) implements LinkWeights {
    @Override
    public int of(Link link) {
      return 1;
    }

    @Override
    public boolean isLastResort(Link link) {
      return switches.find(link.from()).isEmpty() || switches.find(link.to()).isEmpty();
    }
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
    showAsked();
  }

  void discover() {
    discover(Set.of());
  }

  /** Time goes on, and switches answer what they are asked. */
  void confirm(Duration duration) {
    platform.advance(duration);
    obey();
    platform.switches().takeAsked().forEach(asked -> asked.answer().complete(List.of()));
    platform.advance(Duration.ZERO);
    network.setTime(platform.nowNs());
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
    showAll();
    discover();
  }

  /** The same, whose hosts are known. */
  void knownRing(int count, String settings) {
    ring(count, settings);
    locateAll();
  }

  void knownRing(int count) {
    knownRing(count, "");
  }

  /** The channel of a switch is lost: it forwards, and discovery still counts on it. */
  void leave(long datapathId) {
    portsOfAbsent.put(datapathId, List.copyOf(platform.switches().ports(datapathId)));
    platform.switches().remove(datapathId);
    network.disconnect(datapathId);
  }

  /** It is back, with the same ports, and shows its entries. */
  void comeBack(long datapathId) {
    platform.switches().add(datapathId, 0);
    portsOfAbsent.remove(datapathId).forEach(port -> platform.switches().setPort(datapathId, port));
    network.reconnect(datapathId);
    show(info(datapathId));
  }

  /** What discovery finds when a switch is not connected: nothing at it, and nothing behind it. */
  void discoverWithout(long datapathId) {
    Topology all = network.topologyWithout(Set.of());
    Map<Port, Role> roles = new HashMap<>(all.roles());
    for (Link link : all.links()) {
      if (link.to() == datapathId) {
        roles.remove(new Port(link.from(), link.fromPort()), Role.SWITCH);
      }
    }
    roles.keySet().removeIf(port -> port.datapathId() == datapathId);
    publish(
        Topology.of(
            network.switches().stream().filter(id -> id != datapathId).toList(),
            all.links().stream()
                .filter(link -> link.from() != datapathId && link.to() != datapathId)
                .toList(),
            roles));
    events.onViewChanged("routing-table");
    obey();
  }

  /** A cable is pulled, and both its ports are down. */
  void pull(Port end) {
    for (Port each : List.of(end, network.otherEnd(end))) {
      platform.switches().setPort(each.datapathId(), each.number(), false);
    }
    network.cut(end);
  }

  /** And plugged in again. */
  void mend(Port end) {
    network.mend(end);
    for (Port each : List.of(end, network.otherEnd(end))) {
      platform.switches().setPort(each.datapathId(), each.number(), true);
    }
  }

  /** Another controller in the place of the first, which knows nothing yet. */
  void restart() {
    FakeSwitches before = platform.switches();
    network.forgetHosts();
    start("");
    for (SwitchInfo info : before.all()) {
      platform.switches().add(info.datapathId(), 0, info.openFlowVersion());
      for (PortInfo port : before.ports(info.datapathId())) {
        platform.switches().setPort(info.datapathId(), port);
      }
    }
  }

  /** All connected switches show what they have, as they do when they have joined. */
  void showAll() {
    platform.switches().all().forEach(this::show);
  }

  void show(SwitchInfo info) {
    network.show(info, platform.reconciler());
  }

  /** Time goes on: switches show what they are asked for, and do as they are told. */
  void live(Duration duration) {
    for (long ticks = duration.dividedBy(EntryWatch.TICK); ticks > 0; ticks--) {
      platform.advance(EntryWatch.TICK);
      showAsked();
      obey();
    }
  }

  void showAsked() {
    for (long datapathId : platform.takeChecked()) {
      platform.switches().find(datapathId).ifPresent(this::show);
    }
  }

  void locateAll() {
    network.hosts().forEach(network::locate);
  }

  void everyoneSendsToEveryone() {
    for (long from : network.hosts()) {
      for (long to : network.hosts()) {
        if (from != to) {
          network.send(from, to);
        }
      }
    }
  }

  SwitchInfo info(long datapathId) {
    return platform.switches().find(datapathId).orElseThrow();
  }
}
