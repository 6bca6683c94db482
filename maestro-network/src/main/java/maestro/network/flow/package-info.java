/**
 * Flows between hosts, TCP and UDP: their sizes, arrivals and frames. The network that carries them
 * is in {@code fabric}.
 */
@NullMarked
package maestro.network.flow;

import org.jspecify.annotations.NullMarked;
