package maestro.apps.routeflow;

import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchLocal;
import maestro.apps.flood.Repetitions;
import maestro.apps.packets.Addresses;
import maestro.apps.routing.RoutingTable;

/**
 * Decides which packets for many get a flow entry along the tree.
 *
 * @param repetitions of each switch
 * @param options of such an entry
 * @param entries the state of the entries that switches have
 * @param destinations the groups and the unknown hosts whose packets may have entries
 */
record TreeFloods(
    SwitchLocal<Repetitions> repetitions,
    FlowOptions options,
    TreeEntries entries,
    TreeDestinations destinations) {
  /** The table whose tree these packets must follow besides the latest table's. */
  RoutingTable settledOr(RoutingTable latest) {
    return entries.areAny() ? entries.settledOr(latest) : latest;
  }

  /**
   * Whether the packet of a request gets an entry by this table.
   *
   * @param key {@code Vlans.hostKey} of its destination
   */
  boolean areWorthAnEntry(FlowRequest request, long key, RoutingTable table) {
    if (!entries.areAny()) {
      return false;
    }
    Repetitions here = repetitions.of(request);
    if (!here.repeats(request) || !mayHaveEntries(request, key) || !entries.mayInstall(table)) {
      return false;
    }
    here.sent(request);
    return true;
  }

  private boolean mayHaveEntries(FlowRequest request, long key) {
    if (request.ethDst() == Addresses.BROADCAST) {
      return true;
    }
    TreeDestination destination = destinations.find(key);
    if (destination == null) {
      destinations.ask(key);
      return false;
    }
    return destination.mayInstall(entries.nowNs());
  }
}
