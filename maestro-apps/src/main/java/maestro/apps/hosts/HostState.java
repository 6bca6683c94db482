package maestro.apps.hosts;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import maestro.api.PortInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.api.topology.KnownHost;
import maestro.apps.packets.Addresses;

/** The event thread's state of a host. */
final class HostState {
  /** No location. */
  static final long NOWHERE = -1;

  private static final long[] NO_OTHERS = {};

  /** {@link Vlans#hostKey} of its VLAN and address. */
  final long key;

  final long ethAddress;

  /** −1 for an untagged host. */
  final int vlan;

  /** Volatile, for {@link #known}: its location; when it is displaced, its last one. */
  volatile long location;

  /** The port at which it was seen, as the switch described it then; null when it did not. */
  PortInfo port;

  /**
   * Whether its port is gone or no longer known as a host port. Then the tables do not have the
   * host. Volatile, for {@link #known}.
   */
  volatile boolean displaced;

  /** Whether flow entries led to its location, where it had not been seen. */
  boolean isSupposed;

  /** Other locations to which entries led, too. A switch that has not joined connects them. */
  private long[] others = NO_OTHERS;

  /** Whether that port leads to a switch, so that it is forgotten soon unless entries show more. */
  boolean isMisplaced;

  /** Whether its switch has left, and its port has not been known as a host port since. */
  boolean isAway;

  /**
   * The location from which its address is also used, while the host is asked whether it has moved,
   * or while moves are ignored.
   */
  long candidate = NOWHERE;

  /** Whether moves are ignored for now. */
  boolean frozen;

  /** How often moves began to be ignored. */
  long freezes;

  /** The number of recent moves; halved at each sweep. */
  int moves;

  /** The number of times it was seen at two places. */
  long conflicts;

  /** The number of sweeps since it was last seen. */
  int silentSweeps;

  /** The number of sweeps in which it was seen at its location. */
  int seenSweeps;

  /** Its role for its IPv6 neighbours. */
  NeighbourRole role = NeighbourRole.UNKNOWN;

  /**
   * In the order in which they were learned, as is the next field. Only the event thread writes
   * them; the lock is for {@link #known}.
   */
  private final Set<NetAddress> ipv4 = Collections.synchronizedSet(new LinkedHashSet<>(4));

  private final Set<NetAddress> ipv6 = Collections.synchronizedSet(new LinkedHashSet<>(4));

  HostState(long key, long location) {
    this.key = key;
    this.ethAddress = Vlans.addressOfKey(key);
    this.vlan = Vlans.vlanOfKey(key);
    this.location = location;
  }

  /** Its addresses of one kind, in the order in which they were learned. */
  Set<NetAddress> addresses(boolean isIpv4) {
    return isIpv4 ? ipv4 : ipv6;
  }

  /** Its addresses of the same kind as this one. */
  Set<NetAddress> like(NetAddress address) {
    return addresses(address.isIpv4());
  }

  /** A copy of its addresses. Any thread. */
  List<NetAddress> allAddresses() {
    List<NetAddress> all = new ArrayList<>();
    for (Set<NetAddress> each : List.of(ipv4, ipv6)) {
      all.addAll(List.of(each.toArray(NetAddress[]::new)));
    }
    return all;
  }

  /** The usual notation, for a log line. */
  @Override
  public String toString() {
    String address = Addresses.format(ethAddress);
    return vlan < 0 ? address : address + " in VLAN " + vlan;
  }

  /** Notes that entries led to another location, too. */
  void supposeAlsoAt(long other) {
    if (other != location && !passes(other)) {
      others = Arrays.copyOf(others, others.length + 1);
      others[others.length - 1] = other;
    }
  }

  void forgetOthers() {
    others = NO_OTHERS;
  }

  /** Whether entries led to several locations. */
  boolean isSupposedAtSeveral() {
    return others.length > 0;
  }

  /** Whether entries led there, too, so that its packets may come in there. */
  boolean passes(long other) {
    for (long each : others) {
      if (each == other) {
        return true;
      }
    }
    return false;
  }

  /** The host as it is now. Any thread. */
  KnownHost known(HostTables tables) {
    List<InetAddress> addresses = allAddresses().stream().map(NetAddress::inetAddress).toList();
    long at = location;
    return new KnownHost(ethAddress, vlan, tables.datapathIdOf(at), tables.portOf(at), addresses);
  }

  /** Whether it was seen again after it was learned. */
  boolean isConfirmed() {
    return seenSweeps > 1; // the first is that in which it was learned
  }
}
