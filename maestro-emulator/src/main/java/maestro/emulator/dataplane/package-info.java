/**
 * What surrounds the data plane of an emulated switch: how frames arrive and leave, its
 * controllers, packet buffers, what bounds memory, and why messages are refused. The flow tables
 * and what they do with frames are in {@code pipeline}, which knows this package; this one does not
 * know it. Confined to one thread; time comes from an injected clock, in nanoseconds.
 */
@NullMarked
package maestro.emulator.dataplane;

import org.jspecify.annotations.NullMarked;
