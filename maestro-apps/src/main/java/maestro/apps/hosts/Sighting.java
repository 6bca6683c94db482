package maestro.apps.hosts;

import maestro.api.topology.HostLocations.NeighbourRole;

/** What a worker reads of a host in one packet. Reused for each packet; one thread at a time. */
final class Sighting {
  /** {@link maestro.api.Vlans#hostKey}. */
  long host;

  /** The location from which it sent. */
  long location;

  /**
   * The IPv6 or mapped IPv4 address that it claims, by ARP or as an IPv6 neighbour; 0 in both
   * halves when it claims none.
   */
  long addressHigh;

  long addressLow;

  /** Its role for its IPv6 neighbours, if the packet has it. */
  NeighbourRole role = NeighbourRole.UNKNOWN;

  /** Resets this to a host without an address or a role. */
  Sighting of(long newHost, long newLocation) {
    host = newHost;
    location = newLocation;
    role = NeighbourRole.UNKNOWN;
    return address(0, 0);
  }

  /** Sets the address. */
  Sighting address(long high, long low) {
    addressHigh = high;
    addressLow = low;
    return this;
  }

  boolean hasAddress() {
    return (addressHigh | addressLow) != 0;
  }
}
