/** Stored results side by side. */
package maestro.emulator.difference;
