package maestro.api.topology;

import java.util.List;
import maestro.api.Vlans;

/**
 * The locations of hosts, by VLAN and address. The view's value is always this one live table, so
 * look a host up when you need it. The same address in two VLANs is two hosts; methods without a
 * VLAN are about untagged hosts. {@link maestro.api.Vlans} gives the VLAN of a packet.
 *
 * <p>A host on a segment is known at one of the segment's ports, which have the role {@link
 * Topology.Role#SHARED}. A packet that is sent to the segment by another of its ports reaches the
 * host, too.
 *
 * <p>Threads: any; no look-up allocates or waits.
 */
public interface HostLocations {
  /**
   * The result for a host that is not known. It has no {@link #datapathIdOf} and no {@link
   * #portOf}.
   */
  long UNKNOWN = -1;

  /** Whether a host is a router, by its IPv6 neighbour advertisements (RFC 4861). */
  enum NeighbourRole {
    /** The host has sent no neighbour advertisement. */
    UNKNOWN,
    /** Not a router. */
    HOST,
    /**
     * A router. An answer for it must carry the router flag, or the asker removes it from its
     * routers.
     */
    ROUTER
  }

  /**
   * The location of the host with an Ethernet address in a VLAN.
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

  /**
   * Recovers the location of a host from the flow entries of switches, for example after the
   * controller has started. If the host is not known and the port leads to hosts, the host is known
   * there until it is seen elsewhere or is silent for long. Event thread. Since API level 4.
   *
   * @param vlan 1 to 4094, or {@link maestro.api.Vlans#UNTAGGED}
   */
  default void recoverLocation(int vlan, long ethAddress, long datapathId, int port) {}

  /** Whether a host is a router, by its IPv6 neighbour advertisements. */
  default NeighbourRole roleOf(int vlan, long ethAddress) {
    return NeighbourRole.UNKNOWN;
  }

  /**
   * The location of the untagged host with an Ethernet address.
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

  /**
   * Some of the known hosts, in no order, for people to read. Takes time and memory for each; not
   * for stages that handle flow requests.
   *
   * @param limit the highest number of hosts in the result
   */
  default List<KnownHost> some(int limit) {
    return List.of();
  }
}
