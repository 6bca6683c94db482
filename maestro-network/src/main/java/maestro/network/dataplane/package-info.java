/**
 * What surrounds the data plane of an emulated switch: how frames arrive and leave, its
 * controllers, packet buffers, what bounds memory, and why messages are refused. It does not know
 * the packages below, which know it. Confined to one thread; time comes from an injected clock, in
 * nanoseconds.
 */
@NullMarked
package maestro.network.dataplane;

import org.jspecify.annotations.NullMarked;
