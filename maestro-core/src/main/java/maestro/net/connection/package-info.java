/**
 * One connection: it is read when a selector reports it, chopped into messages, and limited; its
 * flow requests go into a batch, and all else to its {@link Conversation}. What the switch says
 * there lives in {@code session}.
 *
 * <p>Ownership of buffers: a connection's input buffer and reply buffer belong to the thread that
 * holds its claim, until the end of the worker's cycle. They come from a {@link
 * maestro.net.socket.BufferPool}. Bytes that the socket did not take belong to the connection's
 * {@link maestro.net.socket.OutputBuffer}, under that buffer's lock. What a connection keeps
 * between two cycles stands in blocks of the {@link maestro.net.socket.BufferBudget}.
 */
@NullMarked
package maestro.net.connection;

import org.jspecify.annotations.NullMarked;
