package maestro.apps.routeflow;

import maestro.api.BatchStage;
import maestro.api.FlowActions;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.ports.HairpinPorts;
import maestro.apps.routing.RoutingTable;
import maestro.apps.vlan.VlanFloods;

/**
 * Answers flow requests. For each:
 *
 * <ol>
 *   <li>Drop packets to addresses that bridges must not forward (01:80:c2:00:00:00 to 0f: spanning
 *       tree, LLDP), and packets of a VLAN that their port does not carry.
 *   <li>If the destination is known, install a path from the switch that asks. That switch is where
 *       the flow begins, or one on its way whose entry is not there yet or was removed. While the
 *       destination's switch is not connected, drop: other packets of the flow may go there by the
 *       entries that switches have, and a copy that leaves the tree by one of these would go round.
 *       At a port of unknown role nobody learns the source. So a packet that came in by one is sent
 *       on without an entry, and the next one asks, too.
 *   <li>A destination at the port by which the packet came in: drop, unless it is one of {@link
 *       HairpinPorts}. By such a port (5) sends packets back, too.
 *   <li>A copy of a packet that another switch sent along the tree by (5) goes on along the tree,
 *       without an entry, towards the destination that is known by now. Where the tree leads back
 *       to the destination: drop, since another copy is nearer. So one copy arrives, whatever is
 *       learned while they are under way. {@link FloodedFrames} tells copies from other packets,
 *       also from those of the same flow, which may have to go back when a link was lost. Two kinds
 *       are dropped without that knowledge: what comes from the destination's own switch, and what
 *       would go back into a segment, where the next switch has got it, too.
 *   <li>A group address, or an unknown destination: send along the spanning tree, that is out of
 *       the tree's ports and those of hosts. A port of unknown role gets nothing, since there may
 *       be a loop behind it. So the packet comes to each host once, even while the network is being
 *       discovered. It stays in its VLAN.
 *   <li>A packet to a group that came in from a switch by a port that does not belong to the tree
 *       was sent by an older tree: drop.
 *   <li>A packet that repeats fast gets an entry at this switch that does the same for some
 *       seconds: a broadcast, or one of a stream to a group or to an unknown host. {@link
 *       TreeEntries} replaces such entries when the tree changes.
 *   <li>While an unknown host may have such entries, packets to it take the tree and nothing else,
 *       and get no path, even when the host is known by now: {@link TreeDestinations}. When the
 *       host is heard, or is a known destination, those entries are removed.
 *   <li>A packet that comes in by a closed port of a segment comes in by another port, too: drop.
 * </ol>
 *
 * <p>One for each worker. Allocates only when the network has changed.
 */
final class RouteStage implements BatchStage {
  /** The number of no port that a packet comes in by. */
  private static final int NO_PORT = 0xffff_ffff;

  private final View<RoutingTable> tables;
  private final View<HostLocations> hostView;
  private final RouteVlans vlans;
  private final PathSetup setup;
  private final TreeFloods treeFloods;
  private final FloodedFrames flooded;
  private final RecentHosts pathsSetUp;
  private final HairpinPorts hairpins;
  private final Path path = new Path();

  private RoutingTable table = RoutingTable.EMPTY;
  private RoutingTable settled = RoutingTable.EMPTY;
  private FloodPorts floodPorts = FloodPorts.of(RoutingTable.EMPTY);
  private int[] ports = new int[0];
  private HostLocations hosts;

  /** By the index of the switch; made at first use. */
  private VlanFloods[] vlanFloods = new VlanFloods[0];

  RouteStage(
      View<RoutingTable> tables,
      View<HostLocations> hosts,
      RouteVlans vlans,
      PathSetup setup,
      TreeFloods treeFloods,
      FloodedFrames flooded,
      RecentHosts pathsSetUp,
      HairpinPorts hairpins) {
    this.tables = tables;
    this.hostView = hosts;
    this.vlans = vlans;
    this.setup = setup;
    this.treeFloods = treeFloods;
    this.flooded = flooded;
    this.pathsSetUp = pathsSetUp;
    this.hairpins = hairpins;
  }

  @Override
  public void onBatch(FlowBatch batch, SwitchOutput output) {
    RoutingTable latest = tables.at(batch);
    RoutingTable treeOf = treeFloods.settledOr(latest);
    if (latest != table || treeOf != settled) {
      table = latest;
      settled = treeOf;
      floodPorts = latest == treeOf ? FloodPorts.of(latest) : FloodPorts.ofBoth(treeOf, latest);
      ports = new int[floodPorts.mostPorts()];
      vlanFloods = new VlanFloods[latest.topology().switchCount()];
    }
    hosts = hostView.at(batch);
    while (batch.next()) {
      route(batch.request(), output);
    }
  }

  private void route(FlowRequest request, SwitchOutput output) {
    if (Addresses.isReserved(request.ethDst())) { // 1
      output.drop(request);
      return;
    }
    int here = table.topology().indexOf(request.datapathId());
    int vlan = here < 0 ? Vlans.DROP : vlans.enter(request, table, here);
    if (vlan == Vlans.DROP) {
      output.drop(request); // 1, or by a switch that discovery does not know yet
      return;
    }
    if (isShared(request, here) && table.linkAt(here, request.inPort()) == RoutingTable.NONE) { // 9
      output.drop(request);
      return;
    }
    long source = Vlans.hostKey(vlan, request.ethSrc());
    if (treeFloods.destinations().find(source) != null) { // 8
      askWhenLocated(source, hosts.locationOf(vlan, request.ethSrc()));
    }
    if (request.isMulticast()) {
      sendAlongTree(request, here, vlan, true, output);
    } else {
      send(request, here, vlan, output);
    }
  }

  private void askWhenLocated(long host, long location) {
    if (location != HostLocations.UNKNOWN) {
      treeFloods.destinations().ask(host);
    }
  }

  private void sendAlongTree(
      FlowRequest request, int here, int vlan, boolean mayHaveEntry, SwitchOutput output) {
    if (floodPorts.isClosed(here, request.inPort())) { // 6
      output.drop(request);
    } else {
      flood(request, here, vlan, mayHaveEntry, output);
    }
  }

  private void send(FlowRequest request, int here, int vlan, SwitchOutput output) {
    long location = hosts.locationOf(vlan, request.ethDst());
    long host = Vlans.hostKey(vlan, request.ethDst());
    int there = switchAt(location);
    if (there >= 0) {
      pathsSetUp.add(host, request.nowNs()); // before the next line reads
    }
    if (treeFloods.destinations().find(host) != null) { // 8
      askWhenLocated(host, location);
      sendAlongTree(request, here, vlan, true, output);
      return;
    }
    if (there < 0 && location != HostLocations.UNKNOWN) { // 2
      output.drop(request);
      return;
    }
    if (there < 0) {
      flood(request, here, vlan, true, output);
      return;
    }
    int port = hosts.portOf(location);
    boolean isBack = here == there && port == request.inPort();
    if (isBack && !goesBack(request, here)) { // 3
      output.drop(request);
    } else if (!isBack && isCopy(request, here, host)) { // 4
      sendOnAlongTree(request, here, there, port, vlan, output);
    } else if (!path.find(table, request, here, there, port)) {
      flood(request, here, vlan, false, output);
    } else if (!isBack && comesFromItsDestination(request, here)) { // 4
      output.drop(request);
    } else {
      setUp(request, here, there, port, vlan, output); // 2
    }
  }

  /** Whether the packet was sent along the tree by another switch. */
  private boolean isCopy(FlowRequest request, int here, long host) { // 4
    return !table.topology().roleOf(here, request.inPort()).hasHosts()
        && flooded.has(host, request);
  }

  private boolean comesFromItsDestination(FlowRequest request, int here) { // 4
    return path.outPort(0) == request.inPort() && (path.hopCount() == 2 || isShared(request, here));
  }

  /** Whether a packet may leave by its in-port. Never by one that leads to a switch. */
  private boolean goesBack(FlowRequest request, int here) {
    return hairpins.has(request.datapathId(), request.inPort())
        && table.linkAt(here, request.inPort()) == RoutingTable.NONE
        && !isShared(request, here);
  }

  /** The index of the switch of a location, below 0 when it is not known. */
  private int switchAt(long location) {
    return location == HostLocations.UNKNOWN
        ? -1
        : table.topology().indexOf(hosts.datapathIdOf(location));
  }

  private boolean isShared(FlowRequest request, int here) {
    return table.topology().roleOf(here, request.inPort()) == Role.SHARED;
  }

  /** Sends a copy on towards its destination, unless the tree leads there the way it came. */
  private void sendOnAlongTree(
      FlowRequest request, int here, int there, int port, int vlan, SwitchOutput output) { // 4
    int out = here == there ? port : table.treeWay(here, there);
    path.ofOneHop(table, request, here, out);
    if (out == RoutingTable.NONE) {
      flood(request, here, vlan, false, output);
    } else if (out == request.inPort() || !mayLeave(request, here, out, vlan)) { // 1
      output.drop(request);
    } else {
      sendOnce(request, output);
    }
  }

  private void setUp(
      FlowRequest request, int here, int there, int port, int vlan, SwitchOutput output) {
    if (!mayLeave(request, there, port, vlan)) {
      output.drop(request); // 1
    } else if (isOfUnknownRole(here, request.inPort())) { // 2
      sendOnce(request, output);
    } else {
      flooded.forget(Vlans.hostKey(vlan, request.ethDst()), request); // 4
      setup.setUp(path, request, output);
    }
  }

  /** Whether the packet may leave the path by its last port; gives the path its tags. */
  private boolean mayLeave(FlowRequest request, int there, int port, int vlan) {
    if (!vlans.knowsTags()) {
      path.withoutTags();
      return true;
    }
    Egress egress = vlans.egress(table, there, port, vlan);
    path.withTags(request.untracked().vlanId(), vlan, egress);
    return egress != Egress.NOT_CARRIED;
  }

  private boolean isOfUnknownRole(int here, int port) {
    return table.linkAt(here, port) == RoutingTable.NONE
        && table.topology().roleOf(here, port) == Role.UNKNOWN;
  }

  /** Sends the packet as the path's first entry would. Allocates where there are tags. */
  private void sendOnce(FlowRequest request, SwitchOutput output) {
    if (path.knowsTags()) {
      output.forward(request, vlans.optionsAt(path, 0).actions().output(path.outputPort(0)));
    } else {
      output.forward(request, path.outPort(0));
    }
  }

  private void flood(
      FlowRequest request, int here, int vlan, boolean mayHaveEntry, SwitchOutput output) { // 5
    if (!request.isMulticast()) {
      flooded.add(Vlans.hostKey(vlan, request.ethDst()), request); // before it leaves
    }
    boolean isBack = goesBack(request, here); // entries flood to a list without the way back
    if (mayHaveEntry
        && !isBack
        && floodPorts.fitEntry(here)
        && treeFloods.areWorthAnEntry(request, Vlans.hostKey(vlan, request.ethDst()), table)) { // 7
      output.installAndForward(request, toAll(request, here, vlan), treeFloods.options());
    } else if (vlans.declared().isEmpty()) {
      output.forward(
          request, ports, floodPorts.openBut(here, isBack ? NO_PORT : request.inPort(), ports));
    } else {
      output.forward(request, vlanFloods(here).of(request.untracked().vlanId(), vlan));
    }
  }

  private FlowActions toAll(FlowRequest request, int here, int vlan) {
    return vlans.declared().isEmpty()
        ? floodPorts.actions(here)
        : vlanFloods(here).of(request.untracked().vlanId(), vlan);
  }

  private VlanFloods vlanFloods(int here) {
    if (vlanFloods[here] == null) {
      RoutingTable now = table;
      long datapathId = now.topology().datapathId(here);
      vlanFloods[here] =
          new VlanFloods(
              datapathId,
              vlans.declared().of(datapathId),
              (port, vlan) -> vlans.egress(now, here, port, vlan),
              vlans.tagged(),
              floodPorts.open(here));
    }
    return vlanFloods[here];
  }
}
