package maestro.api.topology;

import maestro.api.Vlans;

/**
 * A host was seen at another place than before; announced as {@code host-moved}.
 *
 * @param ethAddress the host's
 * @param oldDatapathId the switch it was at
 * @param oldPort the port it was at
 * @param newDatapathId the switch it is at
 * @param newPort the port it is at
 * @param vlan its VLAN, 1 to 4094, or {@link Vlans#UNTAGGED}
 */
public record HostMoved(
    long ethAddress, long oldDatapathId, int oldPort, long newDatapathId, int newPort, int vlan) {
  /** An untagged host. */
  public HostMoved(
      long ethAddress, long oldDatapathId, int oldPort, long newDatapathId, int newPort) {
    this(ethAddress, oldDatapathId, oldPort, newDatapathId, newPort, Vlans.UNTAGGED);
  }
}
