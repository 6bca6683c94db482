/**
 * A network in one process: switches with a data plane, links with delay, hosts with ARP and ICMP
 * echo, and the connections to a controller. One thread runs all of it.
 */
@NullMarked
package maestro.emulator.network;

import org.jspecify.annotations.NullMarked;
