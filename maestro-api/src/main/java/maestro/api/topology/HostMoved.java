package maestro.api.topology;

import maestro.api.Vlans;

/**
 * A host has moved to another switch or port; announced as {@code host-moved}.
 *
 * @param ethAddress the host's Ethernet address
 * @param oldDatapathId the switch it was at
 * @param oldPort the port it was at
 * @param newDatapathId the switch it is at
 * @param newPort the port it is at
 * @param vlan its VLAN, 1 to 4094, or {@link Vlans#UNTAGGED}
 */
public record HostMoved(
    long ethAddress, long oldDatapathId, int oldPort, long newDatapathId, int newPort, int vlan) {
  /** The event for an untagged host. */
  public HostMoved(
      long ethAddress, long oldDatapathId, int oldPort, long newDatapathId, int newPort) {
    this(ethAddress, oldDatapathId, oldPort, newDatapathId, newPort, Vlans.UNTAGGED);
  }
}
