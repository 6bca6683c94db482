package maestro.network.host;

import java.util.Optional;

/**
 * What is particular about a host.
 *
 * @param vlan the VLAN id of the tag that its frames have, and that it expects; {@link #UNTAGGED}
 *     without one
 * @param usesDhcp whether it has no IPv4 address until a server gives it one
 * @param pool the addresses that it gives to others, if it is a DHCP server
 */
public record HostSettings(int vlan, boolean usesDhcp, Optional<DhcpPool> pool) {
  /** No VLAN id. */
  public static final int UNTAGGED = 0;

  /** Without a tag, with the address of its number. */
  public static final HostSettings USUAL = new HostSettings(UNTAGGED, false, Optional.empty());
}
