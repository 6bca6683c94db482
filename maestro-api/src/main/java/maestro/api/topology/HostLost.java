package maestro.api.topology;

import maestro.api.Vlans;

/**
 * The port of a host is down or gone, and the host has not been seen elsewhere yet; announced as
 * {@code host-lost}.
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
