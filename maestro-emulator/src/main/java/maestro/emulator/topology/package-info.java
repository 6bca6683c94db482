/** Which switches there are and how they are linked: generated, or read from files. */
package maestro.emulator.topology;
