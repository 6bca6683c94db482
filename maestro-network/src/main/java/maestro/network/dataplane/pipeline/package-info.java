/**
 * The way of a packet through a switch: tables, actions, groups, ports, and the PACKET_IN. It
 * writes PACKET_INs and reads no message. What runs for each frame allocates nothing.
 */
@NullMarked
package maestro.network.dataplane.pipeline;

import org.jspecify.annotations.NullMarked;
