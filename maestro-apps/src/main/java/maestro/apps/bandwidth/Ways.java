package maestro.apps.bandwidth;

import java.util.List;
import java.util.Optional;
import maestro.api.Switches;
import maestro.api.View;
import maestro.api.topology.HostLocations;
import maestro.apps.packets.Addresses;
import maestro.apps.routing.RoutingTable;

/**
 * The paths between hosts that are known without a VLAN. Any thread.
 *
 * @param alternatives the most paths
 */
record Ways(
    View<RoutingTable> routes, View<HostLocations> hosts, Switches switches, int alternatives) {
  /** The shortest paths of a flow over connected switches; none when a host has no place. */
  List<FlowPath> of(FlowKey key) {
    HostLocations known = hosts.now();
    long source = known.locationOf(key.ethSrc());
    long target = known.locationOf(key.ethDst());
    RoutingTable table = routes.now();
    if (!FlowPath.hasEndAt(table, known, source) || !FlowPath.hasEndAt(table, known, target)) {
      return List.of();
    }
    int from = table.topology().indexOf(known.datapathIdOf(source));
    int to = table.topology().indexOf(known.datapathIdOf(target));
    if (from < 0 || to < 0) {
      return List.of();
    }
    return FlowPath.shortest(
            table, from, known.portOf(source), to, known.portOf(target), alternatives)
        .stream()
        .filter(each -> each.hops().stream().allMatch(hop -> isConnected(hop.datapathId())))
        .toList();
  }

  private boolean isConnected(long datapathId) {
    return switches.find(datapathId).isPresent();
  }

  /** Says which host of a flow is not known; empty when both are. */
  Optional<String> unknownHost(FlowKey key) {
    return isUnknown(key.ethSrc())
        ? Optional.of(text(key.ethSrc()))
        : isUnknown(key.ethDst()) ? Optional.of(text(key.ethDst())) : Optional.empty();
  }

  private boolean isUnknown(long ethAddress) {
    return hosts.now().locationOf(ethAddress) == HostLocations.UNKNOWN;
  }

  private static String text(long ethAddress) {
    return "host " + Addresses.format(ethAddress) + " is not known, or is in a VLAN";
  }
}
