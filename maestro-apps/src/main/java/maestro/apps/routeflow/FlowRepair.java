package maestro.apps.routeflow;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.api.View;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * Removes flow entries that are wrong after the network has changed. The next packet of each flow
 * then asks where to go, and is routed by what is right now.
 *
 * <ol>
 *   <li>New routes: entries that send to {@link StalePorts} are removed.
 *   <li>A host has moved, or its port is gone: entries to it are removed from all switches, since
 *       flows to its old place may have begun anywhere.
 *   <li>A batch that was running meanwhile may have installed entries by what was known before. So
 *       all is done once more when such a batch has surely ended.
 *   <li>A host that moves again before that is left to the second time: hosts that flap, or are
 *       made to look so, cost each switch at most two messages in {@link #SETTLE}.
 * </ol>
 *
 * <p>From OpenFlow 1.3 switches only entries of this application are removed; 1.0 can not tell.
 */
final class FlowRepair implements EventStage {
  /** Longer than any batch takes. */
  static final Duration SETTLE = Duration.ofMillis(250);

  private final ApplicationContext context;
  private final View<RoutingTable> tables;
  private final Set<Long> movedLately = new HashSet<>();
  private RoutingTable table = RoutingTable.EMPTY;

  FlowRepair(ApplicationContext context, View<RoutingTable> tables) {
    this.context = context;
    this.tables = tables;
  }

  @Override
  public void onViewChanged(String view) {
    RoutingTable before = table;
    table = tables.now();
    Set<Port> stale = StalePorts.between(before, table); // 1
    stale.forEach(this::removeFlowsOutOf);
    if (!stale.isEmpty()) {
      context.after(SETTLE, () -> stale.forEach(this::removeFlowsOutOf)); // 3
    }
  }

  @Override
  public void onAnnouncement(String name, Object value) {
    if (value instanceof HostMoved moved) {
      notThere(moved.ethAddress());
    } else if (value instanceof HostLost lost) {
      notThere(lost.ethAddress());
    }
  }

  private void notThere(long ethAddress) {
    if (movedLately.add(ethAddress)) { // 4
      removeFlowsTo(ethAddress); // 2
      context.after(
          SETTLE, // 3
          () -> {
            movedLately.remove(ethAddress);
            removeFlowsTo(ethAddress);
          });
    }
  }

  private void removeFlowsOutOf(Port port) {
    Switches switches = context.switches();
    OFFactory factory = switches.factory(port.datapathId());
    remove(port.datapathId(), factory, factory.matchWildcardAll(), OFPort.of(port.number()));
  }

  private void removeFlowsTo(long ethAddress) {
    for (SwitchInfo info : context.switches().all()) {
      OFFactory factory = context.switches().factory(info.datapathId());
      Match match =
          factory.buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(ethAddress)).build();
      remove(info.datapathId(), factory, match, OFPort.ANY);
    }
  }

  private void remove(long datapathId, OFFactory factory, Match match, OFPort outPort) {
    OFFlowDelete.Builder delete = factory.buildFlowDelete().setMatch(match).setOutPort(outPort);
    if (factory.getVersion() != OFVersion.OF_10) {
      delete
          .setTableId(TableId.ALL)
          .setOutGroup(OFGroup.ANY)
          .setCookie(U64.of(RouteFlow.COOKIE))
          .setCookieMask(U64.NO_MASK);
    }
    context.switches().send(datapathId, delete.build());
  }
}
