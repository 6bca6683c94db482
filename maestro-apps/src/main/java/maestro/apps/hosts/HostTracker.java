package maestro.apps.hosts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import maestro.api.Announcer;
import maestro.api.ApplicationContext;
import maestro.api.View;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.settings.Durations;

/**
 * Decides where hosts are.
 *
 * <ol>
 *   <li>Only host ports and segments have hosts. A new host is at the host port where it is first
 *       seen, or where flow entries from before the controller started lead.
 *   <li>When a host's port goes down or its role is not known any more, the host is displaced: it
 *       is removed from the tables, and its location is where it is seen next. It is back when its
 *       port is, with the same name and Ethernet address as before.
 *   <li>When a host's switch leaves, the switch goes on without the controller, and so do the flow
 *       entries that lead there. So the host stays where it is, until it is seen elsewhere or the
 *       switch is back with another port at that place. When no link led to the switch any more
 *       before it was no longer in the topology, nothing arrives there, and the host is displaced:
 *       packets to it look for it elsewhere.
 *   <li>When a host is seen elsewhere while its port is unchanged, either it has moved or its
 *       address is used twice. With {@link MovePolicy#VERIFY} the host is asked at its old location
 *       (ARP or neighbour solicitation). Any packet that it sends from there within {@code
 *       move-hold} shows that it has not moved. Then the conflict is logged with both locations.
 *   <li>After a move or a conflict, further moves of the host are ignored for a time that doubles
 *       each time, up to 8 times {@code move-hold}. Then the place where it was seen last meanwhile
 *       counts as in the step before.
 *   <li>There are four sweeps in an address timeout. A host that was not seen in three sweeps in a
 *       row is asked whether it is there: it may only receive, or send by flow entries only. One
 *       that was not seen in four is forgotten. A sweep handles {@value #SLICE} hosts at a time.
 *   <li>Tables are bounded; {@link HostRegister} decides which host makes room.
 *   <li>Hosts outlive a reload. They are taken over with the first topology, by which their ports
 *       are judged as those of a switch that is back. So do hosts that another member of the
 *       cluster has left: they count, and what this member knew before is forgotten. Their ports
 *       are judged when the switch has joined here.
 *   <li>Entries that lead a host's packets to several places at once show that a switch connects
 *       these places which has not joined. Then packets of the host come in at each of them, and
 *       none is a move, for {@link Durations#RECONNECT}. When one of them turns out to lead to a
 *       switch, the host is where entries lead on.
 *   <li>A host that was heard at all ports of a segment is seen on the segment ({@link
 *       HeardHosts}), unless it was seen at a host port since the last sweep. It is known at the
 *       port that stands for the segment. When it is heard at any port that leads elsewhere, it is
 *       not on the segment: it moves to a host port at once, and is forgotten when the port's role
 *       is unknown. A segment that loses ports keeps its hosts. One that gains a port loses them,
 *       since they may be behind that port.
 * </ol>
 *
 * <p>Limits: a host counts as moved, although it has not, if it stays silent at its old location.
 * So does a host with no known address whose packets all match flow entries.
 *
 * <p>Event thread.
 */
final class HostTracker implements HostSightings.Receiver {
  private static final int SWEEPS = 4;

  /** So few that the questions to silent hosts come to no switch in a burst that it drops. */
  private static final int SLICE = 256;

  private static final Duration SLICE_PAUSE = Duration.ofMillis(20);

  /**
   * A host may be supposed at a port only because the switch behind it had not joined. When that
   * switch joins, its entries show the host within this time, or nothing does. Meanwhile packets to
   * the host go to that port, as its entries say.
   */
  private static final Duration SUPPOSED_HOLD = Duration.ofSeconds(5);

  /**
   * The operator's limits.
   *
   * @param maxHosts in all
   * @param hostsPerPort at one port
   * @param addressTimeout the time after which a silent host is forgotten
   * @param movePolicy what to do when a host is seen elsewhere
   * @param moveHold the time in which a host has to answer
   */
  record Limits(
      int maxHosts,
      int hostsPerPort,
      Duration addressTimeout,
      MovePolicy movePolicy,
      Duration moveHold) {}

  private final ApplicationContext context;
  private final HostTables tables;
  private final HostRegister hosts;
  private final PortRoles roles;
  private final HostMoves moves;
  private final AddressClaims claims;
  private final Questions questions;
  private final Limits limits;
  private final HostLog log;
  private final HeardHosts heard = new HeardHosts(); // 10

  /** The hosts from before a reload, until they are taken over. Volatile, for {@link #toSave}. */
  private volatile List<SavedHost> restored;

  private boolean sweeping;

  HostTracker(
      ApplicationContext context,
      HostTables tables,
      LocatedPorts ports,
      View<Topology> topology,
      Announcer<HostMoved> moved,
      Announcer<HostLost> lost,
      Limits limits,
      List<SavedHost> restored,
      HostLog log) {
    this.restored = restored;
    this.context = context;
    this.tables = tables;
    this.limits = limits;
    this.log = log;
    this.hosts = new HostRegister(tables, ports, limits, lost, log);
    this.roles = new PortRoles(tables, topology);
    this.questions = new Questions(context, tables, roles);
    this.moves = new HostMoves(context, tables, hosts, roles, questions, moved, limits, log);
    tables.supposedTo(this::suppose);
    this.claims = new AddressClaims(context, tables, questions, hosts, roles, limits);
  }

  @Override
  public void seen(Sighting seen) {
    long location = placeOf(seen);
    if (location == HostState.NOWHERE) {
      return;
    }
    HostState host = hosts.get(seen.host);
    boolean isFound = host == null || (host.displaced && host.location == location);
    if (host == null) {
      host = hosts.add(seen.host, location); // 7
      startSweeping();
    } else if (host.location != location) {
      if (!host.passes(location)) { // 9
        moves.seenElsewhere(host, location);
      }
    } else if (host.displaced) {
      hosts.restore(host);
    }
    if (host != null && host.location == location) {
      setRole(host, seen.role);
      if (seen.hasAddress()) {
        NetAddress address = new NetAddress(host.vlan, seen.addressHigh, seen.addressLow);
        claims.claim(host, address);
      }
    }
    if (host != null && isFound) {
      log.found(host); // after claim, so the line has the address
    }
  }

  /** Where a host is that was seen, as far as that is known. */
  private long placeOf(Sighting seen) { // 1, 10
    Role role = roles.of(seen.location);
    if (role.hasHosts()) {
      heard.forget(seen.host);
      return seen.location;
    }
    if (roles.segments().has(seen.location)) {
      return placeAtSegment(seen);
    }
    if (role == Role.UNKNOWN) {
      isElsewhere(seen.host);
    }
    return HostState.NOWHERE;
  }

  private long placeAtSegment(Sighting seen) { // 10
    HostState host = hosts.get(seen.host);
    long place = roles.segments().placeOf(seen.location);
    boolean isThere = host != null && !host.displaced && host.location == place;
    return isThere || heard.isAtAll(seen.host, seen.location, roles.segments())
        ? place
        : HostState.NOWHERE;
  }

  private void isElsewhere(long key) { // 10
    heard.forget(key);
    HostState host = hosts.get(key);
    if (host != null && roles.isAtSegment(host)) {
      hosts.forget(host, "it sends from elsewhere");
    }
  }

  /**
   * Handles that flow entries show where a host is that has not sent since the start.
   *
   * @param host its key
   */
  private void suppose(long host, long datapathId, int port) { // 1
    int number = tables.number(datapathId);
    long location = HostTables.location(number, port);
    if (number == HostTables.NO_NUMBER || roles.of(location) != Role.HOST) {
      return;
    }
    HostState supposed = hosts.get(host);
    if (supposed == null) {
      supposed = hosts.add(host, location);
      startSweeping();
    } else if (supposed.isSupposed && roles.of(supposed.location).hasSwitches()) {
      hosts.moveTo(supposed, location); // the entries that led to the old place lead on to this one
    } else {
      supposeAlsoAt(supposed, location);
      return;
    }
    if (supposed != null) {
      supposed.isSupposed = true;
      boolean unused = tables.takeSeen(host);
      log.found(supposed);
    }
  }

  private void supposeAlsoAt(HostState host, long location) { // 9
    if (host.isSupposed) {
      if (!host.isSupposedAtSeveral()) {
        context.after(Durations.RECONNECT, host::forgetOthers);
      }
      host.supposeAlsoAt(location);
    }
  }

  private boolean isOnlySupposed(HostState host) {
    return host.isSupposed
        && (host.isSupposedAtSeveral() || (host.seenSweeps == 0 && !tables.takeSeen(host.key)));
  }

  private void setRole(HostState host, NeighbourRole role) {
    if (role != NeighbourRole.UNKNOWN && role != host.role) {
      host.role = role;
      if (!host.displaced) {
        tables.put(host);
      }
    }
  }

  /** Handles a new topology. */
  void topologyChanged() {
    heard.clear();
    SegmentPorts before = roles.takeSegments();
    if (!restored.isEmpty()) { // 8
      before = roles.segments();
      restored.forEach(this::takeOver);
      restored = List.of();
    }
    for (HostState host : hosts.all()) {
      if (before.has(host.location)) {
        segmentChanged(host, roles.segments().placeAfter(before, before.placeOf(host.location)));
      } else if (roles.hasSwitchOf(host.location)) {
        topologyChanged(host);
      } else {
        host.isAway = true; // 3
        if (roles.isCutOff(host.location)) {
          hosts.displace(host, "its switch is gone, and no link leads to it");
        }
      }
    }
  }

  /** The hosts for the application after a reload. Any thread. */
  List<SavedHost> toSave() {
    List<SavedHost> all = new ArrayList<>(tables.toSave());
    all.addAll(restored);
    return all;
  }

  /** Takes over what another member has left, with the next topology. */
  void restore(List<SavedHost> left) { // 8
    Map<Long, SavedHost> byKey = new HashMap<>();
    left.forEach(each -> byKey.put(each.key(), each));
    for (HostState host : hosts.all()) {
      SavedHost same = byKey.get(host.key);
      if (same == null || !isThere(host, same)) {
        hosts.forget(host, "the member that was active does not know it there");
      }
    }
    restored = left;
  }

  private boolean isThere(HostState host, SavedHost saved) {
    return tables.datapathIdOf(host.location) == saved.datapathId()
        && tables.portOf(host.location) == saved.port().number();
  }

  /** Takes over a host as one whose switch was away: it stays when its port is the same. */
  private void takeOver(SavedHost saved) { // 8
    int number = tables.number(saved.datapathId());
    if (number == HostTables.NO_NUMBER || hosts.get(saved.key()) != null) {
      return;
    }
    HostState host = hosts.add(saved.key(), HostTables.location(number, saved.port().number()));
    if (host != null) {
      host.isAway = true;
      host.port = saved.port();
      setRole(host, saved.role());
      saved.addresses().forEach(address -> claims.claim(host, address));
      startSweeping();
    }
  }

  private void segmentChanged(HostState host, long place) { // 10
    if (place == HostState.NOWHERE && roles.hasSwitchOf(host.location)) {
      topologyChanged(host);
    } else if (place == HostState.NOWHERE || (host.isAway && !hosts.isPortTheSame(host))) {
      hosts.forget(host, "its segment has changed");
    } else {
      host.isAway = false;
      if (place != host.location) {
        hosts.moveTo(host, place);
      } else if (host.displaced) {
        hosts.restore(host);
      }
    }
  }

  private void topologyChanged(HostState host) { // 2
    Role role = roles.of(host.location);
    if (role.hasSwitches() && isOnlySupposed(host)) {
      misplaced(host);
    } else if (role.hasSwitches()) {
      hosts.forget(host, "the port leads to a switch");
    } else if ((host.isAway || host.displaced) && !hosts.isPortTheSame(host)) {
      hosts.forget(host, "another port has its number");
    } else if (role.hasHosts()) {
      host.isAway &= !hosts.isPortDescribed(host); // 8
      if (host.displaced) {
        hosts.restore(host);
        log.found(host);
      }
    } else if (!host.isAway || !hosts.isPortUp(host)) {
      hosts.displace(host, "the port is down or new");
    }
  }

  private void misplaced(HostState host) {
    if (!host.isMisplaced) {
      host.isMisplaced = true;
      context.after(SUPPOSED_HOLD, () -> endSupposing(host));
    }
  }

  private void endSupposing(HostState host) {
    host.isMisplaced = false;
    if (hosts.isKnown(host) && roles.of(host.location).hasSwitches()) {
      hosts.forget(host, "the port leads to a switch");
    }
  }

  private void startSweeping() {
    if (!sweeping && !hosts.isEmpty()) {
      sweeping = true;
      context.after(limits.addressTimeout().dividedBy(SWEEPS), this::sweep);
    }
  }

  private void sweep() { // 6
    sweep(hosts.all().iterator());
  }

  private void sweep(Iterator<HostState> each) {
    for (int i = 0; i < SLICE && each.hasNext(); i++) {
      HostState host = each.next();
      host.moves /= 2;
      if (host.candidate == HostState.NOWHERE // otherwise decide needs the seen bit
          && hosts.isKnown(host)) {
        sweep(host);
      }
    }
    if (each.hasNext()) {
      context.after(SLICE_PAUSE, () -> sweep(each));
    } else {
      sweeping = false;
      startSweeping();
    }
  }

  private void sweep(HostState host) {
    if (tables.takeSeen(host.key)) {
      hosts.touch(host);
    } else if (++host.silentSweeps >= SWEEPS) {
      hosts.forget(host, "it did not send and did not answer within address-timeout");
    } else if (host.silentSweeps == SWEEPS - 1 && !host.displaced) {
      questions.ask(host);
    }
  }
}
