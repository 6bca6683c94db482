/** Emulated switches, as a controller sees them: the control channel without a data plane. */
package maestro.emulator.switches;
