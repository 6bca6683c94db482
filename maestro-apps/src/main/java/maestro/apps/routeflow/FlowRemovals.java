package maestro.apps.routeflow;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.api.EntryCheck;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.api.topology.Topology.Port;
import maestro.apps.vlan.WideEntries;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * Removes flow entries by the fields that they share, without a list of them.
 *
 * <ol>
 *   <li>A batch that runs meanwhile may install entries by outdated data. So each removal is sent
 *       again after {@link #SETTLE}, when that batch has surely ended.
 *   <li>If a host's entries are to be removed again before that, the second removal covers it. So
 *       hosts that flap, or are made to seem so, cost each switch at most two messages in {@link
 *       #SETTLE}, or four in a VLAN that is untagged on some ports.
 *   <li>When many hosts are gone at once, {@value #MESSAGES} messages or those of {@value #HOSTS}
 *       hosts are sent in each {@link #SETTLE}; the other hosts wait for their turn. Entries to
 *       hosts beyond {@value #MOST_WAITING} end by their timeout.
 * </ol>
 *
 * <p>On switches with OpenFlow 1.3 only entries of this application are removed; OpenFlow 1.0
 * cannot select by cookie. Event thread.
 */
final class FlowRemovals {
  /** Longer than any batch takes. */
  static final Duration SETTLE = Duration.ofMillis(250);

  private static final int MESSAGES = 4096;
  private static final int HOSTS = 16;
  private static final int MOST_WAITING = 65_536;

  private final ApplicationContext context;
  private final RouteVlans vlans;

  /** Set once, before the first removal; null until then. */
  private EntryCheck check;

  /** The hosts whose entries were removed in the last {@link #SETTLE}, as in {@link #waiting}. */
  private final Map<Long, Set<Port>> lately = new HashMap<>();

  /** The hosts whose entries are to be removed, by {@link Vlans#hostKey}, and where they were. */
  private final Map<Long, Set<Port>> waiting = new LinkedHashMap<>();

  FlowRemovals(ApplicationContext context, RouteVlans vlans) {
    this.context = context;
    this.vlans = vlans;
  }

  /** Sets the check that asks for the entries of a congested switch. */
  void checkedBy(EntryCheck newCheck) {
    check = newCheck;
  }

  /** Removes the entries that do not match the VLAN, now that there are tags. */
  void ofWide() {
    sendOfWide();
    context.after(SETTLE, this::sendOfWide); // 1
  }

  private void sendOfWide() {
    for (SwitchInfo info : context.switches().all()) {
      WideEntries.removals(context.switches(), info, RouteFlow.COOKIE)
          .forEach(removal -> send(info.datapathId(), removal));
    }
  }

  /** Removes the entries that send out of these ports. */
  void outOf(Collection<Port> ports) {
    List<Port> all = List.copyOf(ports);
    all.forEach(this::sendOutOf);
    if (!all.isEmpty()) {
      context.after(SETTLE, () -> all.forEach(this::sendOutOf)); // 1
    }
  }

  /**
   * Removes the entries that send to a host, from all switches, and those for its packets at the
   * port where it was.
   *
   * @param host {@link Vlans#hostKey}
   */
  void of(long host, Port place) {
    Map<Long, Set<Port>> queue = lately.containsKey(host) ? lately : waiting; // 2
    if (queue.containsKey(host) || waiting.size() < MOST_WAITING) {
      queue.computeIfAbsent(host, unused -> new LinkedHashSet<>()).add(place);
    }
    removeWaiting();
  }

  private void removeWaiting() { // 3
    int most = Math.max(HOSTS, MESSAGES / Math.max(1, context.switches().all().size()));
    Iterator<Map.Entry<Long, Set<Port>>> each = waiting.entrySet().iterator();
    while (lately.size() < most && each.hasNext()) {
      Map.Entry<Long, Set<Port>> next = each.next();
      long host = next.getKey();
      each.remove();
      lately.put(host, next.getValue());
      sendOf(host, next.getValue());
      context.after(SETTLE, () -> removeAgain(host)); // 1
    }
  }

  private void removeAgain(long host) {
    sendOf(host, lately.remove(host));
    removeWaiting();
  }

  private void sendOf(long host, Set<Port> places) {
    sendTo(host);
    places.stream()
        .filter(place -> context.switches().find(place.datapathId()).isPresent())
        .forEach(place -> from(place, host));
  }

  /**
   * Removes the entries that a host's packets match at its own port, so its next packet becomes a
   * request. Its entries in other VLANs are removed with them.
   *
   * @param host {@link Vlans#hostKey}
   */
  void from(Port port, long host) {
    OFFactory factory = context.switches().factory(port.datapathId());
    Match match =
        factory
            .buildMatch()
            .setExact(MatchField.IN_PORT, OFPort.of(port.number()))
            .setExact(MatchField.ETH_SRC, MacAddress.of(Vlans.addressOfKey(host)))
            .build();
    send(port.datapathId(), factory, match, OFPort.ANY);
  }

  private void sendOutOf(Port port) {
    OFFactory factory = context.switches().factory(port.datapathId());
    send(port.datapathId(), factory, factory.matchWildcardAll(), OFPort.of(port.number()));
  }

  private void sendTo(long host) {
    int vlan = Vlans.vlanOfKey(host);
    boolean isUntagged = vlan == Vlans.UNTAGGED || vlans.declared().isUntaggedSomewhere(vlan);
    for (SwitchInfo info : context.switches().all()) {
      if (!vlans.knowsTags()) {
        sendTo(info, host, null);
        continue;
      }
      if (vlan != Vlans.UNTAGGED) {
        sendTo(info, host, OFVlanVidMatch.ofVlan(vlan));
      }
      if (isUntagged) {
        sendTo(info, host, OFVlanVidMatch.UNTAGGED);
      }
    }
  }

  private void sendTo(SwitchInfo info, long host, OFVlanVidMatch vlan) {
    OFFactory factory = context.switches().factory(info.datapathId());
    Match.Builder match = factory.buildMatch();
    match.setExact(MatchField.ETH_DST, MacAddress.of(Vlans.addressOfKey(host)));
    if (vlan != null) {
      match.setExact(MatchField.VLAN_VID, vlan);
    }
    send(info.datapathId(), factory, match.build(), OFPort.ANY);
  }

  private void send(long datapathId, OFFactory factory, Match match, OFPort outPort) {
    send(datapathId, deletion(factory, match, outPort, RouteFlow.COOKIE));
  }

  /** The message that removes entries; with OpenFlow 1.0 whatever their cookie is. */
  static OFFlowDelete deletion(OFFactory factory, Match match, OFPort outPort, long cookie) {
    OFFlowDelete.Builder delete = factory.buildFlowDelete().setMatch(match).setOutPort(outPort);
    if (factory.getVersion() != OFVersion.OF_10) {
      delete
          .setTableId(TableId.ALL)
          .setOutGroup(OFGroup.ANY)
          .setCookie(U64.of(cookie))
          .setCookieMask(U64.NO_MASK);
    }
    return delete.build();
  }

  /** What entries to an address match, in any VLAN. */
  static Match matchTo(OFFactory factory, long ethDst) {
    return factory.buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(ethDst)).build();
  }

  private void send(long datapathId, OFMessage removal) {
    if (context.switches().send(datapathId, removal) == Sent.CONGESTED) { // 3
      check.check(datapathId);
    }
  }
}
