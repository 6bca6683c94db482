package maestro.apps.bandwidth;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.api.View;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Link;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/**
 * Updates links and flows when the network changes:
 *
 * <ol>
 *   <li>A switch that joins gets the entry that sends IPv4 packets without a flow to the
 *       controller.
 *   <li>When routes change, new links can be reserved, and flows over links that are gone end.
 *       Their next packet asks anew.
 *   <li>When a switch has left, or a host is no longer at its port, its flows end.
 *   <li>When a flow's first entry is gone, the flow ends.
 *   <li>A FLOW_REMOVED can get lost. So switches are asked for their entries from time to time. A
 *       flow ends if it was there the last time and its entry is missing now.
 *   <li>A batch that was running when a flow ended may have installed its entries again. So they
 *       are removed once more when that batch has surely ended.
 *   <li>What operators and applications have asked for is made again after all this.
 * </ol>
 *
 * <p>On the event thread.
 */
final class ReservationMaintenance implements EventStage {
  /** Longer than any batch takes. */
  static final Duration SETTLE = Duration.ofMillis(250);

  private final ApplicationContext context;
  private final Switches switches;
  private final View<RoutingTable> routes;
  private final LinkReservations reservations;
  private final ReservedFlows flows;
  private final Entries entries;
  private final AskedReservations asked;
  private final ReservationMeters enforcement;
  private final boolean usePortSpeed;
  private final long linkKbps;
  private Set<ReservedFlow> oldFlows = Set.of();

  ReservationMaintenance(
      ApplicationContext context,
      View<RoutingTable> routes,
      LinkReservations reservations,
      ReservedFlows flows,
      Entries entries,
      AskedReservations asked,
      ReservationMeters enforcement,
      boolean usePortSpeed,
      long linkKbps) {
    this.context = context;
    this.switches = context.switches();
    this.routes = routes;
    this.reservations = reservations;
    this.flows = flows;
    this.entries = entries;
    this.asked = asked;
    this.enforcement = enforcement;
    this.usePortSpeed = usePortSpeed;
    this.linkKbps = linkKbps;
  }

  @Override
  public void onSwitchJoined(SwitchInfo info) {
    switches.send(info.datapathId(), entries.ask(info.datapathId())); // 1
    asked.makeAgain();
  }

  @Override
  public void onViewChanged(String view) {
    Map<Port, Long> capacityKbps = new HashMap<>();
    for (Link link : routes.now().topology().links()) {
      if (isConnected(link.from()) && isConnected(link.to())) { // an absent one takes no entries
        capacityKbps.put(new Port(link.from(), link.fromPort()), kbpsOf(link));
      }
    }
    if (reservations.setLinks(capacityKbps)) { // 2
      end(flow -> !flow.reservation().isWhole());
    }
    asked.makeAgain();
  }

  private boolean isConnected(long datapathId) {
    return switches.find(datapathId).isPresent();
  }

  /** The speed of the slower of its ports; a port that does not report its speed does not count. */
  private long kbpsOf(Link link) {
    return usePortSpeed
        ? LongStream.concat(speeds(link.from(), link.fromPort()), speeds(link.to(), link.toPort()))
            .min()
            .orElse(linkKbps)
        : linkKbps;
  }

  private LongStream speeds(long datapathId, int number) {
    return switches.ports(datapathId).stream()
        .filter(port -> port.number() == number && port.speedKbps() > 0)
        .mapToLong(PortInfo::speedKbps);
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) {
    end(flow -> flow.route().hasSwitch(info.datapathId())); // 3
    asked.noteLost();
    enforcement.switchLeft(info.datapathId());
  }

  @Override
  public void onAnnouncement(String name, Object value) { // 3
    if (value instanceof HostMoved moved) {
      end(flow -> flow.key().isOf(moved.vlan(), moved.ethAddress()));
    } else if (value instanceof HostLost lost) {
      end(flow -> flow.key().isOf(lost.vlan(), lost.ethAddress()));
    }
    asked.makeAgain();
  }

  private void end(Predicate<ReservedFlow> which) {
    List<ReservedFlow> ending = flows.all().stream().filter(which).toList();
    ending.forEach(flows::end);
    if (!ending.isEmpty()) {
      context.after(SETTLE, () -> ending.forEach(flows::removeEntries)); // 6
    }
  }

  @Override
  public void onFlowRemoved(SwitchInfo info, OFFlowRemoved message) {
    ReservedFlow flow = flows.find(message.getCookie().getValue());
    if (flow != null && flow.firstSwitch() == info.datapathId()) {
      flows.end(flow); // 4
    }
  }

  @Override
  public void onTimer() {
    asked.makeAgain();
    Set<ReservedFlow> askedFor = oldFlows;
    oldFlows = flows.all();
    Map<Long, Set<ReservedFlow>> bySwitch = new HashMap<>();
    for (ReservedFlow flow : askedFor) {
      if (oldFlows.contains(flow)) {
        bySwitch.computeIfAbsent(flow.firstSwitch(), s -> new HashSet<>()).add(flow);
      }
    }
    bySwitch.forEach(this::audit);
  }

  private void audit(long datapathId, Set<ReservedFlow> expected) { // 5
    OFFactory factory = switches.factory(datapathId);
    OFFlowStatsRequest.Builder which =
        factory
            .buildFlowStatsRequest()
            .setMatch(factory.matchWildcardAll())
            .setTableId(TableId.ALL)
            .setOutPort(OFPort.ANY);
    if (factory.getVersion() != OFVersion.OF_10) {
      which.setOutGroup(OFGroup.ANY);
    }
    var unused = // without an answer, the next timer asks again
        switches
            .request(datapathId, which.build())
            .thenAccept(answer -> endMissing(expected, answer));
  }

  private void endMissing(Set<ReservedFlow> expected, List<OFMessage> answer) {
    Set<Long> there = new HashSet<>();
    for (OFMessage part : answer) {
      if (part instanceof OFFlowStatsReply reply) {
        reply.getEntries().forEach(entry -> there.add(entry.getCookie().getValue()));
      }
    }
    expected.stream().filter(flow -> !there.contains(flow.cookie())).forEach(flows::end);
    asked.makeAgain(); // of those whose entry somebody has removed
  }
}
