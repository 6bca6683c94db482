/**
 * Sockets and streams: accept, connection, chopper, input and output buffers, readiness, and the
 * conversation with a switch that is not a flow request.
 *
 * <p>Ownership of buffers: a connection's input buffer and reply buffer belong to the thread that
 * holds its claim, until the end of the worker's cycle. They come from a {@link
 * maestro.net.BufferPool}. Bytes that the socket did not take belong to the connection's {@link
 * maestro.net.OutputBuffer}, under that buffer's lock. What a connection keeps between two cycles
 * stands in blocks of the {@link maestro.net.BufferBudget}.
 */
@NullMarked
package maestro.net;

import org.jspecify.annotations.NullMarked;
