package maestro.apps.routeflow;

import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchLocal;
import maestro.apps.flood.Repetitions;
import maestro.apps.packets.Addresses;
import maestro.apps.routing.RoutingTable;

/**
 * Decides which broadcasts get a flow entry.
 *
 * @param repetitions of each switch
 * @param options of such an entry
 * @param entries the state of the entries that switches have
 */
record Broadcasts(SwitchLocal<Repetitions> repetitions, FlowOptions options, TreeEntries entries) {
  /** The table whose tree broadcasts must follow besides the latest table's. */
  RoutingTable settledOr(RoutingTable latest) {
    return entries.areAny() ? entries.settledOr(latest) : latest;
  }

  /** Whether the packet of a request gets an entry by this table. */
  boolean areWorthAnEntry(FlowRequest request, RoutingTable table) {
    return entries.areAny()
        && request.ethDst() == Addresses.BROADCAST
        && repetitions.of(request).isWorthAnEntry(request)
        && entries.mayInstall(table);
  }
}
