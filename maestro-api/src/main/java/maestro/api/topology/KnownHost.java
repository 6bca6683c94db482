package maestro.api.topology;

import java.net.InetAddress;
import java.util.List;
import maestro.api.Vlans;

/**
 * A host as it is known at a moment. Immutable.
 *
 * @param ethAddress its Ethernet address
 * @param vlan its VLAN, 1 to 4094, or {@link Vlans#UNTAGGED}
 * @param datapathId the switch it is at
 * @param port the port it is at
 * @param addresses its IPv4 addresses, then its IPv6 addresses, as far as they are known
 */
public record KnownHost(
    long ethAddress, int vlan, long datapathId, int port, List<InetAddress> addresses) {
  /** Copies the list. */
  public KnownHost {
    addresses = List.copyOf(addresses);
  }
}
