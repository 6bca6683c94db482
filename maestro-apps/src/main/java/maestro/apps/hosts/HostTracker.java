package maestro.apps.hosts;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import maestro.api.Announcer;
import maestro.api.ApplicationContext;
import maestro.api.SwitchInfo;
import maestro.api.View;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides where hosts are.
 *
 * <ol>
 *   <li>Only ports to hosts have hosts. A new host is where it is first seen.
 *   <li>When a host's port goes down or its role is not known any more, the host is displaced:
 *       nobody finds it, and wherever it is seen next, there it is. It is back when its port is.
 *       That it is lost is announced, so that what still sends to its old place is looked for
 *       again.
 *   <li>When a host is seen elsewhere while its port is as it was, either it has moved or somebody
 *       uses its address. With {@link MovePolicy#VERIFY} it is asked (ARP) at its old place, and
 *       whatever it sends from there within {@code move-hold} says that it has not moved. That is
 *       logged with both places.
 *   <li>After a move or a conflict, the next is not looked at for a while, each time twice as long.
 *   <li>Four sweeps in an address timeout: who was not seen in four in a row is forgotten.
 *   <li>A port has a bounded number of hosts; the one that was silent longest makes room.
 * </ol>
 *
 * <p>What it cannot tell: a host that is silent at its old place, or whose IPv4 address is not
 * known and whose packets all match flow entries, from one that has moved.
 *
 * <p>Event thread.
 */
final class HostTracker implements Sightings.Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(HostLocation.class);
  private static final int SWEEPS = 4;
  private static final int MAX_DOUBLINGS = 6;
  private static final int MANY_MOVES = 3;

  /**
   * What the operator allows.
   *
   * @param maxHosts in all
   * @param hostsPerPort at one port
   * @param addressTimeout who was silent for so long is forgotten
   * @param movePolicy what a host is asked
   * @param moveHold how long it has to answer
   */
  record Limits(
      int maxHosts,
      int hostsPerPort,
      Duration addressTimeout,
      MovePolicy movePolicy,
      Duration moveHold) {}

  private final ApplicationContext context;
  private final HostTables tables;
  private final View<Topology> topology;
  private final Announcer<HostMoved> moved;
  private final Announcer<HostLost> lost;
  private final Limits limits;
  private final AddressClaims claims;
  private final Questions questions;

  private final Map<Long, Host> hosts = new HashMap<>();

  /** By location; those that were silent longest first. */
  private final Map<Long, LinkedHashMap<Long, Host>> byPort = new HashMap<>();

  private boolean sweeping;
  private long refused;

  HostTracker(
      ApplicationContext context,
      HostTables tables,
      View<Topology> topology,
      Announcer<HostMoved> moved,
      Announcer<HostLost> lost,
      Limits limits) {
    this.context = context;
    this.tables = tables;
    this.topology = topology;
    this.moved = moved;
    this.lost = lost;
    this.limits = limits;
    this.questions = new Questions(context, tables);
    this.claims = new AddressClaims(context, tables, questions, hosts, limits);
  }

  @Override
  public void seen(long ethAddress, long location, int ipv4, boolean isArp) {
    if (roleOf(location) != Role.HOST) { // 1
      return;
    }
    Host host = hosts.get(ethAddress);
    if (host == null) {
      host = add(ethAddress, location);
    } else if (host.location != location) {
      seenElsewhere(host, location);
    } else if (host.displaced) {
      restore(host);
    }
    if (host != null && host.location == location && ipv4 != 0) {
      claims.claim(host, ipv4, isArp);
    }
  }

  private Host add(long ethAddress, long location) {
    LinkedHashMap<Long, Host> own =
        byPort.computeIfAbsent(location, unused -> new LinkedHashMap<>());
    if (!own.isEmpty() && (own.size() >= limits.hostsPerPort() || isFull())) { // 6
      forget(own.values().iterator().next());
      own = byPort.computeIfAbsent(location, unused -> new LinkedHashMap<>());
    }
    if (isFull() || !tables.put(ethAddress, location, false)) {
      if (isPowerOfTen(++refused)) {
        LOG.warn("the host table is full: {} hosts were not learned so far", refused);
      }
      dropPortIfEmpty(location);
      return null;
    }
    Host host = new Host(ethAddress, location);
    hosts.put(ethAddress, host);
    own.put(ethAddress, host);
    LOG.debug("{} is at {}", Addresses.format(ethAddress), text(location));
    startSweeping();
    return host;
  }

  private boolean isFull() {
    return hosts.size() >= limits.maxHosts();
  }

  private void forget(Host host) {
    hosts.remove(host.ethAddress);
    byPort.get(host.location).remove(host.ethAddress);
    dropPortIfEmpty(host.location);
    tables.remove(host.ethAddress);
    claims.release(host);
  }

  private void dropPortIfEmpty(long location) {
    if (byPort.get(location).isEmpty()) {
      byPort.remove(location);
    }
  }

  // ---- moves ----

  private void seenElsewhere(Host host, long location) {
    if (host.displaced) { // 2
      move(host, location);
    } else if (host.candidate != Host.NOWHERE) {
      host.candidate = location;
    } else if (!host.frozen) { // 3
      if (limits.movePolicy() == MovePolicy.FOLLOW) {
        move(host, location);
      } else {
        host.candidate = location;
        boolean unused = tables.takeSeen(host.ethAddress);
        questions.ask(host);
        context.after(limits.moveHold(), () -> decide(host));
      }
    }
  }

  private void decide(Host host) { // 3
    long candidate = host.candidate;
    host.candidate = Host.NOWHERE;
    if (hosts.get(host.ethAddress) != host || candidate == Host.NOWHERE) {
      return;
    }
    if (!host.displaced && tables.takeSeen(host.ethAddress)) {
      host.silentSweeps = 0;
      if (isPowerOfTen(++host.conflicts)) {
        LOG.warn(
            "{} is used at two places: {}, where it stays, and {} ({} times so far)",
            Addresses.format(host.ethAddress),
            text(host.location),
            text(candidate),
            host.conflicts);
      }
      freeze(host, host.conflicts);
    } else if (roleOf(candidate) == Role.HOST) {
      move(host, candidate);
    }
  }

  private void move(Host host, long location) {
    long before = host.location;
    byPort.get(before).remove(host.ethAddress);
    dropPortIfEmpty(before);
    host.location = location;
    host.candidate = Host.NOWHERE;
    byPort.computeIfAbsent(location, unused -> new LinkedHashMap<>()).put(host.ethAddress, host);
    restore(host);
    if (++host.moves == MANY_MOVES) {
      LOG.warn(
          "{} moves often, lately from {} to {}",
          Addresses.format(host.ethAddress),
          text(before),
          text(location));
    }
    freeze(host, host.moves);
    moved.announce(
        new HostMoved(
            host.ethAddress,
            tables.datapathIdOf(before),
            tables.portOf(before),
            tables.datapathIdOf(location),
            tables.portOf(location)));
  }

  private void freeze(Host host, long times) { // 4
    host.frozen = true;
    long factor = 1L << Math.min(times, MAX_DOUBLINGS);
    context.after(limits.moveHold().multipliedBy(factor), () -> host.frozen = false);
  }

  private void restore(Host host) {
    host.displaced = false;
    host.silentSweeps = 0;
    tables.put(host.ethAddress, host.location, !host.ipv4.isEmpty());
  }

  // ---- ports ----

  /** The topology is another one. */
  void topologyChanged() { // 2
    for (Map.Entry<Long, LinkedHashMap<Long, Host>> port : List.copyOf(byPort.entrySet())) {
      Role role = roleOf(port.getKey());
      for (Host host : List.copyOf(port.getValue().values())) {
        if (role == Role.SWITCH) {
          forget(host);
        } else if (role == Role.UNKNOWN && !host.displaced) {
          displace(host);
        } else if (role == Role.HOST && host.displaced) {
          restore(host);
        }
      }
    }
  }

  private void displace(Host host) {
    host.displaced = true;
    tables.remove(host.ethAddress);
    long datapathId = tables.datapathIdOf(host.location);
    if (topology.now().indexOf(datapathId) >= 0) { // else its flow entries are gone, too
      lost.announce(new HostLost(host.ethAddress, datapathId, tables.portOf(host.location)));
    }
  }

  private Role roleOf(long location) {
    return topology.now().roleOf(tables.datapathIdOf(location), tables.portOf(location));
  }

  private String text(long location) {
    return SwitchInfo.format(tables.datapathIdOf(location))
        + " port "
        + Integer.toUnsignedString(tables.portOf(location));
  }

  // ---- ages ----

  private void startSweeping() {
    if (!sweeping) {
      sweeping = true;
      context.after(limits.addressTimeout().dividedBy(SWEEPS), this::sweep);
    }
  }

  private void sweep() { // 5
    for (Host host : List.copyOf(hosts.values())) {
      host.moves /= 2;
      if (host.candidate != Host.NOWHERE) {
        continue; // being asked, and its answer is not to be missed
      }
      if (tables.takeSeen(host.ethAddress)) {
        host.silentSweeps = 0;
        LinkedHashMap<Long, Host> own = byPort.get(host.location);
        own.remove(host.ethAddress);
        own.put(host.ethAddress, host);
      } else if (++host.silentSweeps >= SWEEPS) {
        forget(host);
      }
    }
    sweeping = false;
    if (!hosts.isEmpty()) {
      startSweeping();
    }
  }

  /** Whether to log something again that happened so often. */
  static boolean isPowerOfTen(long count) {
    long rest = count;
    while (rest % 10 == 0) {
      rest /= 10;
    }
    return rest == 1;
  }
}
