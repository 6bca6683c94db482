/**
 * The forwarding that OpenFlow is compared with: a learning bridge and an IPv4 router. What runs
 * for each frame allocates nothing. Confined to one thread; time comes from an injected clock.
 */
@NullMarked
package maestro.network.dataplane.classic;

import org.jspecify.annotations.NullMarked;
