/**
 * Packets: headers, the key of their fields, changes of fields and tags, checksums, and the actions
 * that a list or a set has. Tables and messages are not here. What runs for each frame allocates
 * nothing.
 */
@NullMarked
package maestro.network.dataplane.packet;

import org.jspecify.annotations.NullMarked;
