/**
 * The data plane of an emulated switch, and that of OpenFlow 1.0: flow tables, actions, ports,
 * counters.
 *
 * <p>A frame's fields are read once into a key, a flat array of words. A table finds the entry by
 * comparing masked words, an action changes the frame's bytes. What runs for each frame allocates
 * nothing; what a controller sends may allocate. Confined to one thread. Time comes from an
 * injected clock, in nanoseconds.
 */
@NullMarked
package maestro.emulator.dataplane;

import org.jspecify.annotations.NullMarked;
