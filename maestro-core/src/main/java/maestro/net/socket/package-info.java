/**
 * Buffers and sockets: what waits to be written, TLS over a socket, the memory that connections
 * share, and sockets and selectors in memory. Nothing here knows a message.
 */
@NullMarked
package maestro.net.socket;

import org.jspecify.annotations.NullMarked;
