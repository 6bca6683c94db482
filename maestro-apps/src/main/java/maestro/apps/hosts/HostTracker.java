package maestro.apps.hosts;

import java.time.Duration;
import maestro.api.Announcer;
import maestro.api.ApplicationContext;
import maestro.api.View;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;

/**
 * Decides where hosts are.
 *
 * <ol>
 *   <li>Only host ports have hosts. A new host is where it is first seen.
 *   <li>When a host's port goes down or its role is not known any more, the host is displaced: it
 *       is removed from the tables, and its location is where it is seen next. It is back when its
 *       port is, with the same name and Ethernet address as before. The loss is announced, so that
 *       flows to the old location are routed again.
 *   <li>When a host is seen elsewhere while its port is unchanged, either it has moved or its
 *       address is used twice. With {@link MovePolicy#VERIFY} the host is asked at its old location
 *       (ARP or neighbour solicitation). Any packet that it sends from there within {@code
 *       move-hold} shows that it has not moved. Then the conflict is logged with both locations.
 *   <li>After a move or a conflict, further moves of the host are ignored for a time that doubles
 *       each time, up to 64 times {@code move-hold}.
 *   <li>There are four sweeps in an address timeout. A host that was not seen in four sweeps in a
 *       row is forgotten.
 *   <li>Tables are bounded; {@link HostRegister} decides which host makes room.
 * </ol>
 *
 * <p>Limits: a host counts as moved, although it has not, if it stays silent at its old location.
 * So does a host with no known address whose packets all match flow entries.
 *
 * <p>Event thread.
 */
final class HostTracker implements HostSightings.Receiver {
  private static final int SWEEPS = 4;

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
  private final Announcer<HostLost> lost;
  private final Limits limits;
  private final HostLog log;
  private boolean sweeping;

  HostTracker(
      ApplicationContext context,
      HostTables tables,
      LocatedPorts ports,
      View<Topology> topology,
      Announcer<HostMoved> moved,
      Announcer<HostLost> lost,
      Limits limits,
      HostLog log) {
    this.context = context;
    this.tables = tables;
    this.lost = lost;
    this.limits = limits;
    this.log = log;
    this.hosts = new HostRegister(tables, ports, limits, log);
    this.roles = new PortRoles(tables, topology);
    Questions questions = new Questions(context, tables);
    this.moves = new HostMoves(context, tables, hosts, roles, questions, moved, limits, log);
    this.claims = new AddressClaims(context, tables, questions, hosts, limits);
  }

  @Override
  public void seen(Sighting seen) {
    long location = seen.location;
    if (roles.of(location) != Role.HOST) { // 1
      return;
    }
    HostState host = hosts.get(seen.host);
    boolean isFound = host == null || (host.displaced && host.location == location);
    if (host == null) {
      host = hosts.add(seen.host, location); // 6
      startSweeping();
    } else if (host.location != location) {
      moves.seenElsewhere(host, location);
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

  private void setRole(HostState host, NeighbourRole role) {
    if (role != NeighbourRole.UNKNOWN && role != host.role) {
      host.role = role;
      if (!host.displaced) {
        tables.put(host);
      }
    }
  }

  /** Handles a new topology. */
  void topologyChanged() { // 2
    for (HostState host : hosts.all()) {
      Role role = roles.of(host.location);
      if (role == Role.SWITCH) {
        log.gone(host, "the port leads to a switch");
        hosts.forget(host);
      } else if (role == Role.UNKNOWN && !host.displaced) {
        hosts.displace(host);
        boolean isPort = roles.hasSwitchOf(host.location);
        log.gone(host, isPort ? "the port is down or new" : "the switch left");
        if (isPort) { // otherwise its flow entries are gone, too
          lost.announce(
              new HostLost(
                  host.ethAddress,
                  tables.datapathIdOf(host.location),
                  tables.portOf(host.location),
                  host.vlan));
        }
      } else if (role == Role.HOST && host.displaced) {
        if (hosts.isPortTheSame(host)) {
          hosts.restore(host);
          log.found(host);
        } else {
          hosts.forget(host); // which was logged when its port was gone
        }
      }
    }
  }

  private void startSweeping() {
    if (!sweeping && !hosts.isEmpty()) {
      sweeping = true;
      context.after(limits.addressTimeout().dividedBy(SWEEPS), this::sweep);
    }
  }

  private void sweep() { // 5
    for (HostState host : hosts.all()) {
      host.moves /= 2;
      if (host.candidate != HostState.NOWHERE) {
        continue; // being asked; keep the seen bit for decide
      }
      if (tables.takeSeen(host.key)) {
        hosts.touch(host);
      } else if (++host.silentSweeps >= SWEEPS) {
        if (!host.displaced) { // otherwise already logged
          log.gone(host, "it asked for no flow within address-timeout");
        }
        hosts.forget(host);
      }
    }
    sweeping = false;
    startSweeping();
  }
}
