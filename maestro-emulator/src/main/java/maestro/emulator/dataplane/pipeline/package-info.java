/**
 * The data plane of an emulated switch of OpenFlow 1.3: several flow tables, which entries pass
 * frames along, actions and action sets.
 *
 * <p>A frame's fields are read into a key, one word for each field of 64 bits or fewer. A match is
 * the list of the words that it is about, with values and masks. What runs for each frame allocates
 * nothing; what a controller sends may allocate. Confined to one thread. Time comes from an
 * injected clock, in nanoseconds.
 *
 * <p>A class that does for OpenFlow 1.3 what a class of {@code maestro.emulator.dataplane} does for
 * 1.0 has the name of that class and 13 behind it, such as {@code FlowMod13}.
 */
@NullMarked
package maestro.emulator.dataplane.pipeline;

import org.jspecify.annotations.NullMarked;
