package maestro.apps.hosts;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import maestro.api.Announcer;
import maestro.api.PortInfo;
import maestro.api.topology.HostLost;
import maestro.apps.hosts.HostTracker.Limits;
import maestro.apps.log.Repeats;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The known hosts, by VLAN and address and by port, within the operator's limits:
 *
 * <ol>
 *   <li>A port has a bounded number of hosts.
 *   <li>When the table is full, the port with the most hosts loses one, whatever the new host's
 *       port (longest queue drop). So forged addresses displace each other and not the hosts of
 *       other ports.
 *   <li>The host that goes is one that is not <em>confirmed</em>. A host is confirmed when it was
 *       seen in two sweeps, as hosts are and forged addresses are not. Among equals the host that
 *       was silent longest goes.
 * </ol>
 *
 * <p>A host leaves the workers' tables in one way only, and that is announced. So whoever installed
 * flow entries to it or from it hears of each host that is not where they lead any more.
 *
 * <p>Event thread. Workers look up hosts in {@link HostTables}, which this class updates.
 */
final class HostRegister {
  private static final Logger LOG = LoggerFactory.getLogger(HostLocation.class);

  private final HostTables tables;
  private final LocatedPorts ports;
  private final Limits limits;
  private final Announcer<HostLost> lost;
  private final HostLog log;
  private final Map<Long, HostState> byKey;

  private final Map<Long, PortHosts> byPort = new HashMap<>();

  /** The last port found to have the most hosts, and its number of hosts then. */
  private PortHosts crowded;

  private int crowdedCount;
  private long refused;

  /** The hosts of one port, by address; the longest silent first. */
  private static final class PortHosts {
    private final Map<Long, HostState> unconfirmed = new LinkedHashMap<>();
    private final Map<Long, HostState> confirmed = new LinkedHashMap<>();

    int count() {
      return unconfirmed.size() + confirmed.size();
    }

    void add(HostState host) {
      (host.isConfirmed() ? confirmed : unconfirmed).put(host.key, host);
    }

    void remove(HostState host) {
      if (unconfirmed.remove(host.key) == null) {
        confirmed.remove(host.key);
      }
    }

    HostState first() { // 3
      return (unconfirmed.isEmpty() ? confirmed : unconfirmed).values().iterator().next();
    }
  }

  HostRegister(
      HostTables tables, LocatedPorts ports, Limits limits, Announcer<HostLost> lost, HostLog log) {
    this.tables = tables;
    this.ports = ports;
    this.byKey = tables.known();
    this.limits = limits;
    this.lost = lost;
    this.log = log;
  }

  /** The host with a key, or null. */
  HostState get(long key) {
    return byKey.get(key);
  }

  /** Whether this very object is still known. */
  boolean isKnown(HostState host) {
    return byKey.get(host.key) == host;
  }

  boolean isEmpty() {
    return byKey.isEmpty();
  }

  /** All hosts, as they are now. */
  List<HostState> all() {
    return List.copyOf(byKey.values());
  }

  /** Adds a host; returns null when there is no room for it. */
  HostState add(long key, long location) {
    PortHosts own = at(location);
    if (own.count() >= limits.hostsPerPort()) { // 1
      makeRoom(own);
    } else if (isFull()) { // 2
      makeRoom(crowded(own));
    }
    HostState host = new HostState(key, location);
    if (!tables.put(host)) {
      if (Repeats.isWorthALine(++refused)) {
        LOG.warn(
            "the host table is full: {} hosts were not learned so far"
                + " (applications.host-location.table-size)",
            refused);
      }
      dropPortIfEmpty(location);
      return null;
    }
    host.port = ports.at(location);
    byKey.put(key, host);
    at(location).add(host);
    return host;
  }

  private void makeRoom(PortHosts port) {
    forget(port.first(), "it made room for another");
  }

  private boolean isFull() {
    return byKey.size() >= limits.maxHosts();
  }

  /**
   * The port with the most hosts; the new host's own port if it has as many. Searches again only
   * after the last result has lost more than an eighth of its hosts.
   */
  private PortHosts crowded(PortHosts newcomers) {
    if (crowded == null || crowded.count() < crowdedCount - crowdedCount / 8) {
      crowded = newcomers;
      for (PortHosts port : byPort.values()) {
        crowded = port.count() > crowded.count() ? port : crowded;
      }
      crowdedCount = crowded.count();
    }
    return newcomers.count() >= crowded.count() ? newcomers : crowded;
  }

  private PortHosts at(long location) {
    return byPort.computeIfAbsent(location, unused -> new PortHosts());
  }

  private void dropPortIfEmpty(long location) {
    if (at(location).count() == 0) {
      byPort.remove(location);
    }
  }

  /**
   * Removes a host and its addresses.
   *
   * @param reason for the log, if the host is not displaced already
   */
  void forget(HostState host, String reason) {
    displace(host, reason);
    remove(host);
  }

  private void remove(HostState host) {
    byKey.remove(host.key);
    at(host.location).remove(host);
    dropPortIfEmpty(host.location);
    for (boolean isIpv4 : new boolean[] {true, false}) {
      host.addresses(isIpv4).forEach(tables::remove);
      host.addresses(isIpv4).clear();
    }
  }

  /**
   * Removes a host from the tables until it is restored or has moved.
   *
   * @param reason for the log
   */
  void displace(HostState host, String reason) {
    if (host.displaced) {
      return;
    }
    host.displaced = true;
    tables.remove(host.key);
    log.gone(host, reason);
    lost.announce(
        new HostLost(
            host.ethAddress,
            tables.datapathIdOf(host.location),
            tables.portOf(host.location),
            host.vlan));
  }

  /** Moves a host to another port. */
  void moveTo(HostState host, long location) {
    at(host.location).remove(host);
    dropPortIfEmpty(host.location);
    host.location = location;
    host.isSupposed = false;
    host.forgetOthers();
    host.seenSweeps = 0;
    at(location).add(host);
    restore(host);
  }

  /** Notes that a host was seen, so that others at its port count as silent for longer. */
  void touch(HostState host) {
    PortHosts own = at(host.location);
    own.remove(host);
    host.silentSweeps = 0;
    host.seenSweeps++;
    own.add(host);
  }

  /**
   * Whether the port at its location is the one at which it was seen. Another one may have its
   * number by now: the ports of a switch may be numbered anew, and a datapath id may be given to
   * another switch.
   */
  boolean isPortTheSame(HostState host) {
    PortInfo before = host.port;
    PortInfo now = ports.at(host.location);
    return before == null
        || now == null
        || (before.hardwareAddress() == now.hardwareAddress() && before.name().equals(now.name()));
  }

  /** Whether its switch is there, and describes the port at its location. */
  boolean isPortDescribed(HostState host) {
    return ports.at(host.location) != null;
  }

  /** Whether the port at its location exists and is up. */
  boolean isPortUp(HostState host) {
    PortInfo port = ports.at(host.location);
    return port != null && port.up();
  }

  /** Puts a host back into the tables, at its location. It stays displaced if they are full. */
  void restore(HostState host) {
    host.silentSweeps = 0;
    host.port = ports.at(host.location);
    host.displaced = !tables.put(host);
  }
}
