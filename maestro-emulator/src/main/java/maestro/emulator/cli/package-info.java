/** The emulator's commands. */
package maestro.emulator.cli;
