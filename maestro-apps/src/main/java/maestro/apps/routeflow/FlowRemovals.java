package maestro.apps.routeflow;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology.Port;
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
 * Removes flow entries by what they have in common, without knowing them.
 *
 * <ol>
 *   <li>A batch that was running meanwhile may have installed entries by what was known before. So
 *       all is done once more when such a batch has surely ended.
 *   <li>A host whose entries are removed again before that is left to the second time: hosts that
 *       flap, or are made to look so, cost each switch at most two messages in {@link #SETTLE}.
 * </ol>
 *
 * <p>From OpenFlow 1.3 switches only entries of this application are removed; 1.0 can not tell.
 * Event thread.
 */
final class FlowRemovals {
  /** Longer than any batch takes. */
  static final Duration SETTLE = Duration.ofMillis(250);

  private final ApplicationContext context;
  private final Set<Long> lately = new HashSet<>();

  FlowRemovals(ApplicationContext context) {
    this.context = context;
  }

  /** Removes what sends out of ports. */
  void outOf(Collection<Port> ports) {
    List<Port> all = List.copyOf(ports);
    all.forEach(this::sendOutOf);
    if (!all.isEmpty()) {
      context.after(SETTLE, () -> all.forEach(this::sendOutOf)); // 1
    }
  }

  /** Removes what sends to a host, from all switches. */
  void to(long ethAddress) {
    if (lately.add(ethAddress)) { // 2
      sendTo(ethAddress);
      context.after(
          SETTLE, // 1
          () -> {
            lately.remove(ethAddress);
            sendTo(ethAddress);
          });
    }
  }

  /** Removes what a host's packets match where they come in: its next one is a request. */
  void from(Port port, long ethAddress) {
    OFFactory factory = context.switches().factory(port.datapathId());
    Match match =
        factory
            .buildMatch()
            .setExact(MatchField.IN_PORT, OFPort.of(port.number()))
            .setExact(MatchField.ETH_SRC, MacAddress.of(ethAddress))
            .build();
    send(port.datapathId(), factory, match, OFPort.ANY);
  }

  /** Removes what packets match that come in by a port: the next of each host is a request. */
  void from(Port port) {
    OFFactory factory = context.switches().factory(port.datapathId());
    Match match =
        factory.buildMatch().setExact(MatchField.IN_PORT, OFPort.of(port.number())).build();
    send(port.datapathId(), factory, match, OFPort.ANY);
  }

  private void sendOutOf(Port port) {
    OFFactory factory = context.switches().factory(port.datapathId());
    send(port.datapathId(), factory, factory.matchWildcardAll(), OFPort.of(port.number()));
  }

  private void sendTo(long ethAddress) {
    for (SwitchInfo info : context.switches().all()) {
      OFFactory factory = context.switches().factory(info.datapathId());
      Match match =
          factory.buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(ethAddress)).build();
      send(info.datapathId(), factory, match, OFPort.ANY);
    }
  }

  private void send(long datapathId, OFFactory factory, Match match, OFPort outPort) {
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
