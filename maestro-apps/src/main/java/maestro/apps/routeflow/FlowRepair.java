package maestro.apps.routeflow;

import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;

/**
 * Removes flow entries that are wrong after the network has changed. The next packet of each flow
 * then becomes a request and is routed anew.
 *
 * <ol>
 *   <li>Routes have changed between switches that were connected before and after: entries that
 *       send to {@link StalePorts} are removed.
 *   <li>A switch has joined or left. It and its neighbors may have missed changes meanwhile. The
 *       platform asks the switch for its entries when it joins; {@link StalePorts} names the
 *       neighbors that are asked, too. {@link PathEntries} judges the entries.
 *   <li>A host is not where it was: entries to it in its VLAN are removed from all switches, since
 *       flows to its old port may have begun anywhere. So are the entries for its packets at its
 *       old port: if it is there all the same, it has to ask, and is learned again.
 *   <li>Entries for broadcasts follow a tree. {@link TreeEntries} replaces them when the tree
 *       changes.
 * </ol>
 */
final class FlowRepair implements EventStage {
  private final View<RoutingTable> tables;
  private final FlowRemovals removals;
  private final EntryWatch watch;
  private final TreeEntries treeEntries;
  private RoutingTable table = RoutingTable.EMPTY;

  FlowRepair(
      ApplicationContext context,
      View<RoutingTable> tables,
      PathEntries entries,
      FlowRemovals removals,
      TreeEntries treeEntries) {
    this.tables = tables;
    this.removals = removals;
    this.watch = new EntryWatch(context, entries, removals);
    this.treeEntries = treeEntries;
  }

  @Override
  public void onViewChanged(String view) {
    RoutingTable before = table;
    table = tables.now();
    treeEntries.changed(table); // 4
    StalePorts stale = StalePorts.between(before, table);
    removals.outOf(stale.surely()); // 1
    watch.onNewTable(stale); // 2
  }

  @Override
  public void onAnnouncement(String name, Object value) { // 3
    if (value instanceof HostMoved moved) {
      removals.of(
          Vlans.hostKey(moved.vlan(), moved.ethAddress()),
          new Port(moved.oldDatapathId(), moved.oldPort()));
    } else if (value instanceof HostLost lost) {
      removals.of(
          Vlans.hostKey(lost.vlan(), lost.ethAddress()), new Port(lost.datapathId(), lost.port()));
    }
  }
}
