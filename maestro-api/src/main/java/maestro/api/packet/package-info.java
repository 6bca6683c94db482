/**
 * Builds and parses frames off the path of flow requests: what an event stage, a background task or
 * a held request sends and gets. They allocate. On the path of requests {@link
 * maestro.api.FlowRequest} reads the switch's own bytes.
 */
@NullMarked
package maestro.api.packet;

import org.jspecify.annotations.NullMarked;
