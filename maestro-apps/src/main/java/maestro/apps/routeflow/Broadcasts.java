package maestro.apps.routeflow;

import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchLocal;
import maestro.apps.flood.Repetitions;
import maestro.apps.packets.Addresses;
import maestro.apps.routing.RoutingTable;

/**
 * Which broadcasts get an entry.
 *
 * @param repetitions of each switch
 * @param options of such an entry
 * @param entries that are there
 */
record Broadcasts(SwitchLocal<Repetitions> repetitions, FlowOptions options, TreeEntries entries) {
  /** The table whose tree broadcasts may take, beside that of the latest one. */
  RoutingTable settledOr(RoutingTable latest) {
    return entries.areAny() ? entries.settledOr(latest) : latest;
  }

  /** Whether the packet of a request is to get an entry by this table. */
  boolean areWorthAnEntry(FlowRequest request, RoutingTable table) {
    return entries.areAny()
        && request.ethDst() == Addresses.BROADCAST
        && repetitions.of(request).isWorthAnEntry(request)
        && entries.mayInstall(table);
  }
}
