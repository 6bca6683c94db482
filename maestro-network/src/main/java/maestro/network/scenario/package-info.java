/**
 * Scenarios of a network: their files, what happens when, and the result. Scenarios of load without
 * a network are in {@code maestro.emulator.scenario}.
 */
@NullMarked
package maestro.network.scenario;

import org.jspecify.annotations.NullMarked;
