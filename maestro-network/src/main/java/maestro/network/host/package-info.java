/**
 * Hosts: ARP, ICMP echo, neighbour discovery, and DHCP on both sides. Flows between hosts are in
 * {@code flow}.
 */
@NullMarked
package maestro.network.host;

import org.jspecify.annotations.NullMarked;
