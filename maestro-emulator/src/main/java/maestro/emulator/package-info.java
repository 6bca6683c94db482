/** Emulated switches, the load they offer, and what a controller made of it. */
package maestro.emulator;
