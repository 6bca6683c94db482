/** A switch as a controller sees it, without a data plane. */
package maestro.emulator.switches;
