package maestro.apps.hosts;

import java.util.LinkedHashSet;
import java.util.Set;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.apps.packets.Addresses;

/** What the event thread knows of a host. */
final class Host {
  /** No location. */
  static final long NOWHERE = -1;

  /** {@link Vlans#hostKey}: its VLAN and its address. */
  final long key;

  final long ethAddress;

  /** −1 for an untagged host. */
  final int vlan;

  /** Where it is, or was when it is displaced. */
  long location;

  /** Whether its port is gone or not known to be a host's any more: the tables do not have it. */
  boolean displaced;

  /** Where somebody with its address sends from, while it is asked whether it has moved. */
  long candidate = NOWHERE;

  /** Moves are not looked at for now. */
  boolean frozen;

  /** Lately; halved at each sweep. */
  int moves;

  /** How often it was seen at two places. */
  long conflicts;

  /** Sweeps since it was last seen. */
  int silentSweeps;

  /** Sweeps in which it was seen where it is. */
  int seenSweeps;

  /** What it is to its IPv6 neighbours. */
  NeighbourRole role = NeighbourRole.UNKNOWN;

  /** In the order they were learned. */
  private final Set<NetAddress> ipv4 = new LinkedHashSet<>();

  private final Set<NetAddress> ipv6 = new LinkedHashSet<>();

  Host(long key, long location) {
    this.key = key;
    this.ethAddress = Vlans.addressOfKey(key);
    this.vlan = Vlans.vlanOfKey(key);
    this.location = location;
  }

  /** Its addresses of one kind, in the order they were learned. */
  Set<NetAddress> addresses(boolean isIpv4) {
    return isIpv4 ? ipv4 : ipv6;
  }

  /** Its addresses of the kind of this one. */
  Set<NetAddress> like(NetAddress address) {
    return addresses(address.isIpv4());
  }

  /** The way people write it, for a log line. */
  @Override
  public String toString() {
    String address = Addresses.format(ethAddress);
    return vlan < 0 ? address : address + " in VLAN " + vlan;
  }

  /** Whether it was seen again after it was learned. */
  boolean isConfirmed() {
    return seenSweeps > 1; // it is seen in the first because it was learned
  }
}
