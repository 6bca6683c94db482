/**
 * OpenFlow 1.0 and 1.3 on the wire: flyweights and encoders for the few messages that each request
 * needs and for HELLO, and openflowj for all others ({@link maestro.openflow.ColdCodec}). Messages
 * about flow entries live in {@code entry}; which types and lengths are valid, {@code
 * maestro.net.message} knows.
 *
 * <p>Inside Maestro a port is always the 32-bit number of OpenFlow 1.3; flyweights and encoders
 * translate the 16-bit ports of 1.0. Every buffer is a {@link java.nio.ByteBuffer}, direct or heap,
 * in big-endian order, and belongs to the caller.
 *
 * <p>Three rules hold everywhere except in the cold codec:
 *
 * <ol>
 *   <li><b>Bounds.</b> A flyweight reads nothing outside {@code [at, at + length)} and trusts no
 *       length on the wire. {@code wrap} returns false for malformed bytes; the accessors are valid
 *       only after it has returned true. The caller guarantees that the range lies inside the
 *       buffer.
 *   <li><b>No position.</b> All access is absolute: position and limit are neither used nor moved,
 *       so one buffer can be read through many flyweights.
 *   <li><b>No allocation.</b> Nothing is allocated, boxed, locked or logged. A flyweight is reused
 *       and belongs to one thread. It keeps a reference to the buffer until the next {@code wrap},
 *       and is valid only as long as the bytes below it.
 * </ol>
 *
 * <p>The three {@code wrap} of PACKET_IN, PACKET_OUT and FLOW_MOD have no common base class. That
 * of PACKET_IN reads the header as one word, from which it also takes the transaction id; the
 * others need the version only. What is left in common are four assignments, and fields that a base
 * class had would be laid out for all three alike.
 *
 * <p>An encoder writes exactly as many bytes as it returns. Its {@code …Bytes} method returns the
 * room it needs; without that room it throws IndexOutOfBoundsException, possibly halfway.
 */
@NullMarked
package maestro.openflow;

import org.jspecify.annotations.NullMarked;
