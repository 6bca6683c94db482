package maestro.apps.routeflow;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.FlowEntry;
import maestro.api.SwitchInfo;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.flood.FloodEntries;
import maestro.apps.packets.Addresses;
import maestro.apps.routing.RoutingTable;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Judges the entries that a switch shows, for example after it or the controller was away.
 *
 * <ol>
 *   <li>An entry that leads nowhere is removed, and so is an entry of a form that this application
 *       does not install. So is one for packets that come in from a segment by a closed port, or
 *       that sends them back there: others get these packets, too.
 *   <li>If the destination is known, an entry is right when it begins a shortest path there, or
 *       sends out of the destination's port. Otherwise it is wrong. It is removed at once when the
 *       destination is at this very switch, or when its port is worse ({@link StalePorts}).
 *       Otherwise it is removed when the network is known, since until then links may be missing.
 *       In any case, all switches of a path must be connected: an absent one takes no new entries,
 *       so the old path is the only one that the flow has.
 *   <li>If the destination is not known, because the controller has just started and the host has
 *       not sent a request, it was where the youngest entries show it ({@link HostTraces}). As soon
 *       as that port is known to lead to hosts, the host is {@linkplain
 *       HostLocations#recoverLocation supposed} there, and known. So its packets are not flooded
 *       beside entries that lead there. Where entries show several ports, a switch behind them has
 *       not joined yet; entries to any of them stay. Entries to ports that only older entries show
 *       stay as long as a switch may be on its way back: the host may have moved, or the switch is
 *       behind these, too.
 *   <li>If no entry of any switch leads to a port of the destination, a packet to it comes back to
 *       the controller as a request, or runs in a loop. Such an entry is removed when all switches
 *       have shown their entries.
 *   <li>When an entry to an unknown host is removed, packets to the host are sent along the tree
 *       until the host sends a request. So that it does, its own entries at its old port are
 *       removed.
 *   <li>An entry for a group is right when it equals the entry that would be installed now for its
 *       VLAN.
 *   <li>Where there are tags, an entry belongs to a VLAN, and its destination is looked up in that
 *       VLAN. An entry is removed if it does not match the VLAN, is of a VLAN that its port does
 *       not carry, or treats the tag otherwise than declared.
 *   <li>A host of {@link TreeDestinations} has entries along the tree, which are judged as those
 *       for groups are, and no others.
 *   <li>Of the entries that work and make a detour, only so many are removed at a time.
 * </ol>
 *
 * <p>{@link Vlans#hostKey} makes the keys of hosts.
 *
 * <p>Event thread.
 */
final class PathEntries implements EntryReconciler {
  private static final int IN_PORT = 0xffff_fff8;
  private static final long NS_PER_SECOND = 1_000_000_000;

  private final View<RoutingTable> tables;
  private final View<HostLocations> hosts;
  private final RouteVlans vlans;
  private final HostTraces traces = new HostTraces();

  /** Ports out of which entries are wrong when their flows have another way. */
  private final Set<Port> worse = new LinkedHashSet<>();

  /** Switches with entries that could not yet be judged. */
  private final Set<Long> undecided = new LinkedHashSet<>();

  /** Switches that have shown all their entries. */
  private final Set<Long> seen = new LinkedHashSet<>();

  /** The hosts that were supposed somewhere since the traces were forgotten. */
  private final Set<Long> supposed = new HashSet<>();

  /** Whether packets to a host take the tree, and nothing else. */
  private LongPredicate onTree = host -> false;

  /** Hosts that were not known when entries to them were removed. */
  private final Set<Long> missed = new LinkedHashSet<>();

  /** Switches with flows for which a shorter path has appeared, and that wait to be moved. */
  private final Set<Long> withDetours = new LinkedHashSet<>();

  private int movesLeft;
  private boolean isNetworkKnown;
  private boolean isLastWord;

  /** Whether a switch that comes back would have done so since the network is known. */
  private boolean areAllBack;

  private RoutingTable table = RoutingTable.EMPTY;
  private FloodPorts floodPorts = FloodPorts.of(RoutingTable.EMPTY);

  PathEntries(View<RoutingTable> tables, View<HostLocations> hosts, RouteVlans vlans) {
    this.tables = tables;
    this.hosts = hosts;
    this.vlans = vlans;
  }

  /** Sets which hosts' packets take the tree; called before the first entry is shown. */
  void onTree(LongPredicate hosts) {
    onTree = hosts;
  }

  // ---- calls of the platform ----

  /** Judges by the table that {@link #useLatestTable} has found. */
  @Override
  public EntryVerdict verdict(SwitchInfo info, FlowEntry entry) {
    if (!isOfThisApplication(entry)) { // 1
      return EntryVerdict.REMOVE;
    }
    int here = table.topology().indexOf(info.datapathId());
    int vlan = vlans.vlanOf(entry, info.datapathId(), table);
    boolean isToHost = !isMultiDestination(entry);
    boolean isTagWrong =
        vlan == Vlans.DROP
            || (isToHost && !vlans.isTagRight(entry, vlan, info.datapathId(), table));
    EntryVerdict verdict;
    if (isTagWrong) { // 7
      verdict = here < 0 ? EntryVerdict.UNDECIDED : EntryVerdict.REMOVE;
    } else if (isToHost) {
      verdict = verdictOfPath(info.datapathId(), here, vlan, entry);
    } else if (entry.leadsNowhere()) {
      verdict = EntryVerdict.REMOVE;
    } else {
      verdict = here < 0 ? EntryVerdict.UNDECIDED : verdictOfGroup(here, vlan, entry); // 6
    }
    if (verdict == EntryVerdict.UNDECIDED) {
      undecided.add(info.datapathId());
    }
    return verdict;
  }

  @Override
  public List<OFFlowMod> missing(SwitchInfo info) {
    seen.add(info.datapathId());
    return List.of();
  }

  private static boolean isOfThisApplication(FlowEntry entry) {
    return entry.hasInPort()
        && entry.hasEthDst()
        && (isMultiDestination(entry) || (entry.hasEthSrc() && entry.outputCount() == 1));
  }

  private static boolean isMultiDestination(FlowEntry entry) {
    return !Addresses.isHost(entry.ethDst()) || FloodEntries.has(entry.cookie());
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
    return table.topology().roleOf(port.datapathId(), port.number()).hasSwitches();
  }

  private EntryVerdict verdictOfGroup(int here, int vlan, FlowEntry entry) { // 6
    boolean mayBe =
        !Addresses.isHost(entry.ethDst()) || onTree.test(Vlans.hostKey(vlan, entry.ethDst())); // 8
    boolean isRight =
        mayBe
            && !floodPorts.isClosed(here, entry.inPort())
            && vlans.isFloodRight(entry, vlan, table, here, floodPorts.open(here));
    return isRight
        ? EntryVerdict.KEEP
        : isNetworkKnown ? EntryVerdict.REMOVE : EntryVerdict.UNDECIDED;
  }

  private EntryVerdict verdictOfPath(long datapathId, int here, int vlan, FlowEntry entry) {
    Port out = new Port(datapathId, outPort(entry));
    note(datapathId, vlan, entry, out);
    long host = Vlans.hostKey(vlan, entry.ethDst());
    long location = hosts.now().locationOf(vlan, entry.ethDst());
    int there = -1;
    if (location != HostLocations.UNKNOWN) {
      there = table.topology().indexOf(hosts.now().datapathIdOf(location));
    }
    EntryVerdict verdict;
    if (entry.leadsNowhere() || isStray(here, entry, out) || onTree.test(host)) { // 1, 8
      verdict = EntryVerdict.REMOVE;
    } else if (here < 0) {
      verdict = EntryVerdict.UNDECIDED;
    } else if (there >= 0) {
      verdict =
          supposed.contains(host)
              ? verdictOfSupposed(here, out, host, there, hosts.now().portOf(location)) // 3
              : verdictOfKnown(here, out, there, hosts.now().portOf(location)); // 2, 9
    } else {
      verdict = isNetworkKnown ? verdictOfUnknown(here, out, host) : EntryVerdict.UNDECIDED; // 3
    }
    if (verdict == EntryVerdict.REMOVE && there < 0 && missed.size() < HostTraces.MOST_HOSTS) { // 5
      missed.add(host);
    }
    return verdict;
  }

  private boolean isStray(int here, FlowEntry entry, Port out) { // 1
    return here >= 0
        && table.topology().roleOf(here, entry.inPort()) == Role.SHARED
        && (table.linkAt(here, entry.inPort()) == RoutingTable.NONE
            || out.number() == entry.inPort());
  }

  private EntryVerdict verdictOfKnown(int here, Port out, int there, int port) { // 2
    if (leadsTo(here, out.number(), there, port)) {
      return EntryVerdict.KEEP;
    }
    boolean isSure =
        here == there
            || ((isNetworkKnown || worse.contains(out)) && !table.isLastResort(here, there));
    if (!isSure) {
      return EntryVerdict.UNDECIDED;
    }
    boolean isDetour = isToSwitch(out) && !worse.contains(out) && here != there;
    return isDetour ? move(out.datapathId()) : EntryVerdict.REMOVE;
  }

  private EntryVerdict move(long datapathId) { // 9
    if (movesLeft == 0) {
      withDetours.add(datapathId);
      return EntryVerdict.KEEP; // it works
    }
    movesLeft--;
    return EntryVerdict.REMOVE;
  }

  private EntryVerdict verdictOfUnknown(int here, Port out, long host) { // 3
    List<Port> places = placesOf(host);
    suppose(host, places);
    if (leadsToAny(here, out, places)) {
      return EntryVerdict.KEEP;
    }
    boolean isOpen = isPerhapsToAbsent(here, out, host) || (places.isEmpty() && !isLastWord); // 4
    return isOpen ? EntryVerdict.UNDECIDED : EntryVerdict.REMOVE;
  }

  private EntryVerdict verdictOfSupposed(int here, Port out, long host, int there, int port) { // 3
    if (leadsToAny(here, out, placesOf(host))) {
      return EntryVerdict.KEEP;
    }
    EntryVerdict verdict = verdictOfKnown(here, out, there, port);
    return verdict == EntryVerdict.REMOVE && isPerhapsToAbsent(here, out, host)
        ? EntryVerdict.UNDECIDED
        : verdict;
  }

  private boolean isPerhapsToAbsent(int here, Port out, long host) { // 3
    return !areAllBack && leadsToAny(here, out, traces.allPlacesOf(host, table.topology()));
  }

  private void suppose(long host, List<Port> places) { // 3
    int vlan = Vlans.vlanOfKey(host);
    long address = Vlans.addressOfKey(host);
    for (Port place : places) {
      hosts.now().recoverLocation(vlan, address, place.datapathId(), place.number());
      supposed.add(host);
    }
  }

  private boolean leadsToAny(int here, Port out, List<Port> places) {
    return places.stream()
        .anyMatch(
            place -> {
              int there = table.topology().indexOf(place.datapathId());
              return leadsTo(here, out.number(), there, place.number());
            });
  }

  private boolean leadsTo(int here, int outPort, int there, int port) {
    return here == there ? outPort == port : table.isNextHop(here, outPort, there);
  }

  // ---- calls of EntryWatch ----

  /** The switches with flows that are to be moved to a shorter path; live. */
  Set<Long> withDetours() {
    return withDetours;
  }

  /** Returns the switches with such flows, and forgets them. */
  List<Long> takeWithDetours() {
    List<Long> taken = List.copyOf(withDetours);
    withDetours.clear();
    return taken;
  }

  /** Allows the removal of so many entries that make a detour. */
  void allowMoves(int most) {
    movesLeft = most;
  }

  /**
   * Reads the latest routing table. With a new one, the network counts as not known any more. The
   * platform may show entries before the event of a new table, so this is called before each
   * judgement.
   */
  RoutingTable useLatestTable() {
    RoutingTable latest = tables.now();
    if (latest != table) {
      table = latest;
      floodPorts = FloodPorts.of(latest);
      isNetworkKnown = false;
      isLastWord = false;
      areAllBack = false;
      seen.removeIf(datapathId -> table.topology().indexOf(datapathId) < 0);
    }
    return table;
  }

  /** Adds a port that is worse than before. */
  void addWorse(Port port) {
    worse.add(port);
  }

  /** Notes that a switch is absent: it will show its entries when it is back. */
  void forget(Predicate<Long> isAbsent) {
    seen.removeIf(isAbsent);
  }

  /** Notes that all links and all hosts' ports of the connected switches are known. */
  void onNetworkKnown() {
    isNetworkKnown = true;
    worse.clear();
  }

  /** Whether {@link #onNetworkKnown} was called since the last new table. */
  boolean isNetworkKnown() {
    return isNetworkKnown;
  }

  /**
   * Ends the waiting, until there is a new table: entries to a host that no entry shows are
   * removed.
   */
  void onLastWord() {
    isLastWord = true;
  }

  /** Notes that a switch that is not back by now stays away, until there is a new table. */
  void onAllBack() {
    areAllBack = true;
  }

  /** Whether all these switches have shown their entries since they joined. */
  boolean hasSeenAll(Iterable<SwitchInfo> switches) {
    for (SwitchInfo info : switches) {
      if (!seen.contains(info.datapathId())) {
        return false;
      }
    }
    return true;
  }

  /** Whether entries show where a host is, or may yet show it. */
  boolean mayShow(long host, Iterable<SwitchInfo> switches) {
    return traces.hosts().contains(host) || !hasSeenAll(switches);
  }

  boolean hasUndecided() {
    return !undecided.isEmpty();
  }

  /** Returns the switches with undecided entries, and forgets them. */
  List<Long> takeUndecided() {
    List<Long> taken = List.copyOf(undecided);
    undecided.clear();
    return taken;
  }

  /** The hosts that were not known when entries to them were removed; live. */
  Set<Long> missed() {
    return missed;
  }

  /** Supposes the hosts that are not known where entries show them. */
  void supposeHosts() { // 3
    HostLocations now = hosts.now();
    for (long host : traces.hosts()) {
      long location = locationOf(host);
      if (location == HostLocations.UNKNOWN
          || isToSwitch(new Port(now.datapathIdOf(location), now.portOf(location)))) {
        suppose(host, placesOf(host));
      }
    }
  }

  /** Whether entries have shown where hosts are. */
  boolean hasTraces() {
    return !traces.hosts().isEmpty();
  }

  /** Forgets what entries have shown. */
  void clearTraces() {
    traces.clear();
    supposed.clear();
  }

  /** The ports of a host when the entries that switches have shown were installed. */
  List<Port> placesOf(long host) {
    return traces.placesOf(host, table.topology());
  }

  /** Where a host is, as {@link HostLocations#locationOf} says. */
  long locationOf(long host) {
    return hosts.now().locationOf(Vlans.vlanOfKey(host), Vlans.addressOfKey(host));
  }

  RouteVlans vlans() {
    return vlans;
  }
}
