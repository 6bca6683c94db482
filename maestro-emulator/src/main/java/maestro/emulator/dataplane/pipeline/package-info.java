/**
 * The data plane of an emulated switch: flow tables, which entries pass frames along, actions and
 * action sets, groups, meters, ports and counters.
 *
 * <p>A frame's fields are read into a key. A match has values and masks for words of it. An action
 * changes the frame's bytes. What runs for each frame allocates nothing; what a controller sends
 * may allocate. Confined to one thread. Time comes from an injected clock, in nanoseconds.
 *
 * <p>A class that reads or writes messages of one version has 10 or 13 in its name.
 */
@NullMarked
package maestro.emulator.dataplane.pipeline;

import org.jspecify.annotations.NullMarked;
