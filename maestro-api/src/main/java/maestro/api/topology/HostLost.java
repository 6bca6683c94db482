package maestro.api.topology;

import maestro.api.Vlans;

/**
 * A host is not known any more where it was, and has not been seen elsewhere yet: its port is down,
 * gone or leads to a switch, or the host was silent for long, or made room for another. Announced
 * as {@code host-lost}, once for each host that leaves {@link HostLocations} without having moved.
 *
 * @param ethAddress the host's Ethernet address
 * @param datapathId the switch it was at
 * @param port the port it was at
 * @param vlan its VLAN, 1 to 4094, or {@link Vlans#UNTAGGED}
 */
public record HostLost(long ethAddress, long datapathId, int port, int vlan) {
  /** The event for an untagged host. */
  public HostLost(long ethAddress, long datapathId, int port) {
    this(ethAddress, datapathId, port, Vlans.UNTAGGED);
  }
}
