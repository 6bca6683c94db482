package maestro.api.topology;

import maestro.api.Vlans;

/**
 * Where hosts are, by VLAN and address. A live table behind a view whose reference does not change:
 * look it up when you need it. The same address in two VLANs is two hosts; what is asked without a
 * VLAN is asked about untagged hosts. Which VLAN a packet belongs to {@link maestro.api.Vlans}
 * says.
 *
 * <p>Threads: any; no look-up allocates or waits.
 */
public interface HostLocations {
  /** What look-ups say of a host that is not known. Not a location: no switch has this index. */
  long UNKNOWN = -1;

  /** What a host is to its IPv6 neighbours. */
  enum NeighbourRole {
    /** It has not said. */
    UNKNOWN,
    /** No router. */
    HOST,
    /** A router: an answer in its name must say so, or the asker takes it off its routers. */
    ROUTER
  }

  /**
   * Where the host with an Ethernet address in a VLAN is.
   *
   * @param vlan 1 to 4094, or {@link maestro.api.Vlans#UNTAGGED}
   * @return a location for {@link #datapathIdOf} and {@link #portOf}, or {@link #UNKNOWN}
   */
  default long locationOf(int vlan, long ethAddress) {
    return vlan == Vlans.UNTAGGED ? locationOf(ethAddress) : UNKNOWN;
  }

  /** The Ethernet address of the host with an IPv4 address in a VLAN, or {@link #UNKNOWN}. */
  default long ethAddressOf(int vlan, int ipv4) {
    return vlan == Vlans.UNTAGGED ? ethAddressOf(ipv4) : UNKNOWN;
  }

  /**
   * The Ethernet address of the host with an IPv6 address in a VLAN, or {@link #UNKNOWN}.
   *
   * @param ipv6High the first 8 bytes of the address
   * @param ipv6Low the last 8 bytes
   */
  default long ethAddressOf(int vlan, long ipv6High, long ipv6Low) {
    return UNKNOWN;
  }

  /** What a host is to its IPv6 neighbours. */
  default NeighbourRole roleOf(int vlan, long ethAddress) {
    return NeighbourRole.UNKNOWN;
  }

  /**
   * Where the untagged host with an Ethernet address is.
   *
   * @return a location for {@link #datapathIdOf} and {@link #portOf}, or {@link #UNKNOWN}
   */
  long locationOf(long ethAddress);

  /** The switch of a location. */
  long datapathIdOf(long location);

  /** The port of a location. */
  int portOf(long location);

  /** The Ethernet address of the untagged host with an IPv4 address, or {@link #UNKNOWN}. */
  long ethAddressOf(int ipv4);

  /** How many hosts are known. */
  int count();
}
