package maestro.apps.routeflow;

import maestro.api.BatchStage;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.api.topology.HostLocations;
import maestro.apps.routing.RoutingTable;

/**
 * Answers flow requests. For each:
 *
 * <ol>
 *   <li>Addresses that bridges must not forward (01:80:c2:00:00:00 to 0f: spanning tree, LLDP) go
 *       nowhere.
 *   <li>A destination whose place is known gets a path from the switch that asks: that is where the
 *       flow begins, or somewhere on its way where the entry is not there yet or was removed.
 *   <li>What is at the port the packet came from needs nothing: drop.
 *   <li>A group address, and a destination that nobody knows the place of, goes along the spanning
 *       tree: out of the tree's ports and those of hosts, never out of one that nothing is known
 *       of, since there may be a loop behind it. So a packet comes to each host once, also while
 *       the network is being discovered.
 *   <li>A packet to a group that comes from a switch by a port that is not the tree's was sent by
 *       an older tree: drop.
 * </ol>
 *
 * <p>One for each worker. Allocates nothing, but when the network has changed.
 */
final class RouteStage implements BatchStage {
  private static final long RESERVED_PREFIX = 0x0180_c200_0000L;
  private static final long RESERVED_MASK = 0xffff_ffff_fff0L;

  private final View<RoutingTable> tables;
  private final View<HostLocations> hostView;
  private final PathSetup setup;
  private final Path path = new Path();

  private RoutingTable table = RoutingTable.EMPTY;
  private FloodPorts floodPorts = FloodPorts.of(RoutingTable.EMPTY);
  private int[] ports = new int[0];
  private HostLocations hosts;

  RouteStage(View<RoutingTable> tables, View<HostLocations> hosts, PathSetup setup) {
    this.tables = tables;
    this.hostView = hosts;
    this.setup = setup;
  }

  @Override
  public void onBatch(FlowBatch batch, SwitchOutput output) {
    RoutingTable latest = tables.at(batch);
    if (latest != table) {
      table = latest;
      floodPorts = FloodPorts.of(latest);
      ports = new int[floodPorts.mostPorts()];
    }
    hosts = hostView.at(batch);
    while (batch.next()) {
      route(batch.request(), output);
    }
  }

  private void route(FlowRequest request, SwitchOutput output) {
    if ((request.ethDst() & RESERVED_MASK) == RESERVED_PREFIX) { // 1
      output.drop(request);
      return;
    }
    int here = table.topology().indexOf(request.datapathId());
    if (here < 0) {
      output.drop(request); // by a switch that discovery has not heard of yet
    } else if (!request.isMulticast()) {
      send(request, here, output);
    } else if (floodPorts.isClosed(here, request.inPort())) { // 5
      output.drop(request);
    } else {
      flood(request, here, output);
    }
  }

  private void send(FlowRequest request, int here, SwitchOutput output) {
    long location = hosts.locationOf(request.ethDst());
    int there =
        location == HostLocations.UNKNOWN
            ? -1
            : table.topology().indexOf(hosts.datapathIdOf(location));
    if (there < 0) {
      flood(request, here, output);
      return;
    }
    int port = hosts.portOf(location);
    if (here == there && port == request.inPort()) { // 3
      output.drop(request);
    } else if (path.find(table, request, here, there, port)) { // 2
      setup.setUp(path, request, output);
    } else {
      flood(request, here, output);
    }
  }

  private void flood(FlowRequest request, int here, SwitchOutput output) { // 4
    output.forward(request, ports, floodPorts.openBut(here, request.inPort(), ports));
  }
}
