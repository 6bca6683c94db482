/**
 * OpenFlow 1.0 and 1.3 on the wire: flyweights and encoders for the few messages that flow for
 * every request (PACKET_IN, PACKET_OUT, FLOW_MOD, HELLO), openflowj for all the others ({@link
 * maestro.openflow.ColdCodec}).
 *
 * <p>Inside Maestro a port is always the 32-bit number of OpenFlow 1.3; flyweights and encoders
 * translate the 16-bit ports of 1.0. Every buffer is a {@link java.nio.ByteBuffer}, direct or heap,
 * in big-endian order, and belongs to the caller.
 *
 * <p>Three rules hold everywhere but in the cold codec:
 *
 * <ol>
 *   <li><b>Bounds.</b> A flyweight reads nothing outside {@code [at, at + length)} and trusts no
 *       length that is on the wire. {@code wrap} returns false for whatever is malformed; until it
 *       has returned true the accessors mean nothing. That the range lies inside the buffer is the
 *       caller's promise.
 *   <li><b>No position.</b> All access is absolute: position and limit are neither used nor moved,
 *       so one buffer can be read through many flyweights.
 *   <li><b>No allocation.</b> Nothing is allocated, boxed, locked or logged. A flyweight is reused,
 *       keeps a reference to the buffer until the next {@code wrap}, is valid only as long as the
 *       bytes below it, and belongs to one thread.
 * </ol>
 *
 * <p>An encoder writes exactly the bytes that it returns. Its {@code …Bytes} method says how much
 * room it takes; without that room it throws IndexOutOfBoundsException, possibly halfway.
 */
package maestro.openflow;
