package maestro.apps.routeflow;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import maestro.api.EntryKeeper;
import maestro.api.FlowEntry;
import maestro.api.SwitchInfo;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.Worth;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.routing.RoutingTable;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Says what an entry is worth that a switch shows: after it or the controller was away, say.
 *
 * <ol>
 *   <li>What leads nowhere is removed, and so is what this application does not install.
 *   <li>Where the destination is known, an entry is right when it begins a shortest path there, or
 *       sends out of the destination's port. Otherwise it is wrong: at once when the destination is
 *       at this very switch, or when the link that the entry used was lost and there is another
 *       way; else as soon as the network is known, since until then links may be missing.
 *   <li>Where it is not known, since the controller has just been started and the host has had no
 *       need to ask: it was where the youngest entries say ({@link HostTraces}). An entry that
 *       leads there is right on credit: {@link EntryWatch} looks what becomes known of the host.
 *       What is kept for one host leads nearer to where it was with each hop, and so makes no loop.
 *   <li>A destination that the entries of no switch lead to any port of: whatever is sent there
 *       comes back to the controller as a request, or runs in a loop. When all switches have shown
 *       what they have, such an entry is removed.
 *   <li>When an entry to an unknown host goes, its next packet is sent along the tree, and the one
 *       after that, until the host says something that the controller hears. So that it does, its
 *       own entries are removed where it was.
 *   <li>An entry for a group is right when it is what would be installed now for its VLAN.
 *   <li>Where there are tags, an entry is one of a VLAN, and its destination is looked for in that.
 *       One that does not look at tags, is of a VLAN that its port does not carry, or does
 *       something else with the tag than is declared, is removed.
 * </ol>
 *
 * <p>Hosts are named by their {@link Vlans#hostKey}.
 *
 * <p>Event thread.
 */
final class PathEntries implements EntryKeeper {
  private static final int IN_PORT = 0xffff_fff8;
  private static final long NS_PER_SECOND = 1_000_000_000;

  private final View<RoutingTable> tables;
  private final View<HostLocations> hosts;
  private final RouteVlans vlans;
  private final HostTraces traces = new HostTraces();

  /** Ports whose link was lost with the switch behind it, which may switch packets on. */
  private final Set<Port> orphaned = new LinkedHashSet<>();

  /** Switches with entries of which nothing could be said yet. */
  private final Set<Long> undecided = new LinkedHashSet<>();

  /** Switches that have shown all their entries. */
  private final Set<Long> seen = new LinkedHashSet<>();

  /** Hosts that entries are kept on credit of. */
  private final Set<Long> onCredit = new LinkedHashSet<>();

  /** Hosts that entries were removed to and that were not known. */
  private final Set<Long> missed = new LinkedHashSet<>();

  private boolean isNetworkKnown;
  private boolean isLastWord;
  private RoutingTable table = RoutingTable.EMPTY;
  private FloodPorts floodPorts = FloodPorts.of(RoutingTable.EMPTY);

  PathEntries(View<RoutingTable> tables, View<HostLocations> hosts, RouteVlans vlans) {
    this.tables = tables;
    this.hosts = hosts;
    this.vlans = vlans;
  }

  // ---- what the platform asks ----

  /** By the table that {@link #useLatestTable} has found. */
  @Override
  public Worth worthOf(SwitchInfo info, FlowEntry entry) {
    if (!isOfThisApplication(entry)) { // 1
      return Worth.REMOVE;
    }
    int here = table.topology().indexOf(info.datapathId());
    int vlan = vlans.vlanOf(entry, info.datapathId(), table);
    boolean isToHost = Addresses.isHost(entry.ethDst());
    boolean isTagWrong =
        vlan == Vlans.DROP
            || (isToHost && !vlans.isTagRight(entry, vlan, info.datapathId(), table));
    Worth worth;
    if (isTagWrong) { // 7
      worth = here < 0 ? Worth.UNDECIDED : Worth.REMOVE;
    } else if (isToHost) {
      worth = worthOfPath(info.datapathId(), here, vlan, entry);
    } else if (entry.leadsNowhere()) {
      worth = Worth.REMOVE;
    } else {
      worth = here < 0 ? Worth.UNDECIDED : worthOfGroup(here, vlan, entry); // 6
    }
    if (worth == Worth.UNDECIDED) {
      undecided.add(info.datapathId());
    }
    return worth;
  }

  @Override
  public List<OFFlowMod> missing(SwitchInfo info) {
    seen.add(info.datapathId());
    return List.of();
  }

  private static boolean isOfThisApplication(FlowEntry entry) {
    return entry.hasInPort()
        && entry.hasEthDst()
        && (!Addresses.isHost(entry.ethDst()) || (entry.hasEthSrc() && entry.outputCount() == 1));
  }

  private static int outPort(FlowEntry entry) {
    return entry.output(0) == IN_PORT ? entry.inPort() : entry.output(0);
  }

  private void note(long datapathId, int vlan, FlowEntry entry, Port out) { // 3
    long installedSeconds = entry.nowNs() / NS_PER_SECOND - entry.ageSeconds();
    if (!isToSwitch(out)) {
      traces.note(Vlans.hostKey(vlan, entry.ethDst()), out, installedSeconds);
    }
    Port in = new Port(datapathId, entry.inPort());
    if (!isToSwitch(in)) {
      traces.note(Vlans.hostKey(vlan, entry.ethSrc()), in, installedSeconds);
    }
  }

  private boolean isToSwitch(Port port) {
    return table.topology().roleOf(port.datapathId(), port.number()) == Role.SWITCH;
  }

  private Worth worthOfGroup(int here, int vlan, FlowEntry entry) { // 6
    boolean isRight =
        !floodPorts.isClosed(here, entry.inPort())
            && vlans.isFloodRight(entry, vlan, table, here, floodPorts.open(here));
    return isRight ? Worth.KEEP : isNetworkKnown ? Worth.REMOVE : Worth.UNDECIDED;
  }

  private Worth worthOfPath(long datapathId, int here, int vlan, FlowEntry entry) {
    Port out = new Port(datapathId, outPort(entry));
    note(datapathId, vlan, entry, out);
    long host = Vlans.hostKey(vlan, entry.ethDst());
    long location = hosts.now().locationOf(vlan, entry.ethDst());
    int there = -1;
    if (location != HostLocations.UNKNOWN) {
      there = table.topology().indexOf(hosts.now().datapathIdOf(location));
    }
    Worth worth;
    if (entry.leadsNowhere()) { // 1
      worth = Worth.REMOVE;
    } else if (here < 0) {
      worth = Worth.UNDECIDED;
    } else if (there >= 0) {
      worth = worthOfKnown(here, out, there, hosts.now().portOf(location)); // 2
    } else {
      worth = isNetworkKnown ? worthOfUnknown(here, out, host) : Worth.UNDECIDED; // 3
    }
    if (worth == Worth.REMOVE && there < 0 && missed.size() < HostTraces.MOST_HOSTS) { // 5
      missed.add(host);
    }
    return worth;
  }

  private Worth worthOfKnown(int here, Port out, int there, int port) { // 2
    if (leadsTo(here, out.number(), there, port)) {
      return Worth.KEEP;
    }
    boolean isSure =
        isNetworkKnown
            || here == there
            || (orphaned.contains(out) && table.isReachable(here, there));
    return isSure ? Worth.REMOVE : Worth.UNDECIDED;
  }

  private Worth worthOfUnknown(int here, Port out, long host) {
    List<Port> places = traces.placesOf(host, table.topology());
    for (Port place : places) { // 3
      int there = table.topology().indexOf(place.datapathId());
      if (leadsTo(here, out.number(), there, place.number())) {
        onCredit.add(host);
        return Worth.KEEP;
      }
    }
    return places.isEmpty() && !isLastWord ? Worth.UNDECIDED : Worth.REMOVE; // 4
  }

  private boolean leadsTo(int here, int outPort, int there, int port) {
    return here == there ? outPort == port : table.isNextHop(here, outPort, there);
  }

  // ---- for who drives it ----

  /**
   * Looks for a new routing table: with it, what was known of the network may not be all any more.
   * Entries may be shown before an event says that there is one.
   */
  RoutingTable useLatestTable() {
    RoutingTable latest = tables.now();
    if (latest != table) {
      table = latest;
      floodPorts = FloodPorts.of(latest);
      isNetworkKnown = false;
      isLastWord = false;
      seen.removeIf(datapathId -> table.topology().indexOf(datapathId) < 0);
      orphaned.removeIf(this::isToSwitch);
    }
    return table;
  }

  /** The link at a port was lost, since the switch behind it has left. */
  void addOrphan(Port port) {
    orphaned.add(port);
  }

  /** All links and all hosts' ports are known, of those switches that are connected. */
  void onNetworkKnown() {
    isNetworkKnown = true;
    orphaned.clear();
  }

  /** Whether that was said since the last new table. */
  boolean isNetworkKnown() {
    return isNetworkKnown;
  }

  /** From now on, and until there is a new table, what no entry leads to a port of is nowhere. */
  void onLastWord() {
    isLastWord = true;
  }

  /** Whether all of some switches have shown what they have since they joined. */
  boolean hasSeenAll(Iterable<SwitchInfo> switches) {
    for (SwitchInfo info : switches) {
      if (!seen.contains(info.datapathId())) {
        return false;
      }
    }
    return true;
  }

  boolean hasUndecided() {
    return !undecided.isEmpty();
  }

  /** The switches with entries that nothing could be said of; they are forgotten here. */
  List<Long> takeUndecided() {
    List<Long> taken = List.copyOf(undecided);
    undecided.clear();
    return taken;
  }

  /** The hosts that entries were removed to and that were not known; live. */
  Set<Long> missed() {
    return missed;
  }

  /** The hosts that entries are kept on credit of; live. */
  Set<Long> onCredit() {
    return onCredit;
  }

  HostTraces traces() {
    return traces;
  }

  /** Where a host was when the entries were installed that switches have shown. */
  List<Port> placesOf(long host) {
    return traces.placesOf(host, table.topology());
  }

  HostLocations hosts() {
    return hosts.now();
  }

  RouteVlans vlans() {
    return vlans;
  }
}
