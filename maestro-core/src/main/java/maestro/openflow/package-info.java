/**
 * OpenFlow 1.0 and 1.3 on the wire: flyweights and encoders for the few messages that each request
 * needs, and for HELLO (PACKET_IN, PACKET_OUT, FLOW_MOD, HELLO); openflowj for all others ({@link
 * maestro.openflow.ColdCodec}).
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
 * <p>An encoder writes exactly as many bytes as it returns. Its {@code …Bytes} method returns the
 * room it needs; without that room it throws IndexOutOfBoundsException, possibly halfway.
 */
package maestro.openflow;
