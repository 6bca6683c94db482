package maestro.apps.hosts;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import maestro.apps.hosts.HostTracker.Limits;
import maestro.apps.log.Repeats;
import maestro.apps.packets.Addresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hosts that are known, by address and by port, within the operator's limits: a port has a
 * bounded number of hosts, of which the one that was silent longest makes room.
 *
 * <p>Event thread; what workers look up is in {@link HostTables}, which this keeps in step.
 */
final class HostRegister {
  private static final Logger LOG = LoggerFactory.getLogger(HostLocation.class);

  private final HostTables tables;
  private final Limits limits;
  private final Map<Long, Host> byAddress = new HashMap<>();

  /** By location; those that were silent longest first. */
  private final Map<Long, Map<Long, Host>> byPort = new HashMap<>();

  private long refused;

  HostRegister(HostTables tables, Limits limits) {
    this.tables = tables;
    this.limits = limits;
  }

  /** The host with an address, or null. */
  Host get(long ethAddress) {
    return byAddress.get(ethAddress);
  }

  /** Whether this very host is still known. */
  boolean isKnown(Host host) {
    return byAddress.get(host.ethAddress) == host;
  }

  boolean isEmpty() {
    return byAddress.isEmpty();
  }

  /** All hosts, as they are now. */
  List<Host> all() {
    return List.copyOf(byAddress.values());
  }

  /** A new host; null when there is no room for it. */
  Host add(long ethAddress, long location) {
    Map<Long, Host> own = at(location);
    if (!own.isEmpty() && (own.size() >= limits.hostsPerPort() || isFull())) {
      forget(own.values().iterator().next());
    }
    if (isFull() || !tables.put(ethAddress, location, false)) {
      if (Repeats.isWorthALine(++refused)) {
        LOG.warn("the host table is full: {} hosts were not learned so far", refused);
      }
      dropPortIfEmpty(location);
      return null;
    }
    Host host = new Host(ethAddress, location);
    byAddress.put(ethAddress, host);
    at(location).put(ethAddress, host);
    LOG.debug("{} is at {}", Addresses.format(ethAddress), tables.text(location));
    return host;
  }

  private boolean isFull() {
    return byAddress.size() >= limits.maxHosts();
  }

  private Map<Long, Host> at(long location) {
    return byPort.computeIfAbsent(location, unused -> new LinkedHashMap<>());
  }

  private void dropPortIfEmpty(long location) {
    if (byPort.get(location).isEmpty()) {
      byPort.remove(location);
    }
  }

  /** Lets go of a host and its addresses. */
  void forget(Host host) {
    byAddress.remove(host.ethAddress);
    byPort.get(host.location).remove(host.ethAddress);
    dropPortIfEmpty(host.location);
    tables.remove(host.ethAddress);
    host.ipv4.forEach(tables::removeIpv4);
    host.ipv4.clear();
  }

  /** The host is at another port now. */
  void moveTo(Host host, long location) {
    byPort.get(host.location).remove(host.ethAddress);
    dropPortIfEmpty(host.location);
    host.location = location;
    at(location).put(host.ethAddress, host);
    restore(host);
  }

  /** The host was heard of: others at its port have been silent for longer. */
  void touch(Host host) {
    host.silentSweeps = 0;
    Map<Long, Host> own = at(host.location);
    own.remove(host.ethAddress);
    own.put(host.ethAddress, host);
  }

  /** Nobody finds the host until it is restored or has moved. */
  void displace(Host host) {
    host.displaced = true;
    tables.remove(host.ethAddress);
  }

  /** The host is at its place and is found there. */
  void restore(Host host) {
    host.displaced = false;
    host.silentSweeps = 0;
    tables.put(host.ethAddress, host.location, !host.ipv4.isEmpty());
  }
}
