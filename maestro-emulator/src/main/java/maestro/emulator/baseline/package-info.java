/**
 * The baseline responder: a controller that only answers. It measures the upper limit of the
 * machine, and its counters check those of the emulator.
 */
package maestro.emulator.baseline;
