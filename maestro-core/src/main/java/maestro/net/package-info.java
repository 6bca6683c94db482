/**
 * Sockets and streams: accept, connection, chopper, input and output buffers, readiness, and the
 * conversation with a switch that is not a flow request.
 *
 * <p>Ownership of buffers: a connection's input buffer and reply buffer belong to the thread that
 * holds its claim. Bytes that the socket did not take belong to its {@link
 * maestro.net.OutputBuffer}, under that buffer's lock. All buffers come from a {@link
 * maestro.net.BufferPool} and go back to one when they are empty.
 */
@NullMarked
package maestro.net;

import org.jspecify.annotations.NullMarked;
