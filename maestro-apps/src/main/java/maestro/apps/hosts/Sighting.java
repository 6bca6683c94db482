package maestro.apps.hosts;

import maestro.api.topology.HostLocations.NeighbourRole;

/**
 * What a worker sees of a host in one packet. Reused for one packet after the other; one thread at
 * a time.
 */
final class Sighting {
  /** {@link maestro.api.Vlans#hostKey}. */
  long host;

  /** Where it sent from. */
  long location;

  /** Its IPv6 or mapped IPv4 address; 0 in both halves when the packet does not say. */
  long addressHigh;

  long addressLow;

  /** Whether it claims the address (by ARP, or as an IPv6 neighbour), and does not only use it. */
  boolean isClaim;

  /** What it is to its IPv6 neighbours, as far as the packet says. */
  NeighbourRole role = NeighbourRole.UNKNOWN;

  /** A host, and nothing else seen of it. */
  Sighting of(long newHost, long newLocation) {
    host = newHost;
    location = newLocation;
    role = NeighbourRole.UNKNOWN;
    return address(0, 0, false);
  }

  /** With an address. */
  Sighting address(long high, long low, boolean claimed) {
    addressHigh = high;
    addressLow = low;
    isClaim = claimed;
    return this;
  }

  boolean hasAddress() {
    return (addressHigh | addressLow) != 0;
  }
}
