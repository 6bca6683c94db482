package maestro.apps.routeflow;

import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.PortInfo;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;

/**
 * Removes flow entries that are wrong after the network has changed. The next packet of each flow
 * then becomes a request and is routed anew. An entry stays as long as its flow has no other way.
 *
 * <ol>
 *   <li>Routes have changed. {@link StalePorts} names the ports out of which nothing passes: their
 *       entries are removed. It names the switches with entries that may be wrong: they are asked
 *       for them, and {@link PathEntries} judges each. It names the switches with flows for which a
 *       shorter path has appeared: {@link EntryWatch} moves these later.
 *   <li>A switch has joined. It may have missed changes meanwhile, so the platform asks it for its
 *       entries.
 *   <li>A host is not where it was: entries to it in its VLAN are removed from all switches, since
 *       flows to its old port may have begun anywhere. So are the entries for its packets at its
 *       old port: if it is there all the same, it has to ask, and is learned again.
 *   <li>Entries for broadcasts follow a tree. {@link TreeEntries} replaces them when the tree
 *       changes.
 * </ol>
 */
final class FlowRepair implements EventStage {
  private final ApplicationContext context;
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
    this.context = context;
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
    StalePorts stale = StalePorts.between(before, table, this::isUp);
    removals.outOf(stale.surely()); // 1
    watch.onNewTable(stale); // 1, 2
  }

  private boolean isUp(Port port) {
    for (PortInfo each : context.switches().ports(port.datapathId())) {
      if (each.number() == port.number()) {
        return each.up();
      }
    }
    return context.switches().find(port.datapathId()).isEmpty(); // nobody has said that it is down
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
