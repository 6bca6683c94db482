/** Topologies, the switches and their links: generated, or read from files. */
package maestro.emulator.topology;
