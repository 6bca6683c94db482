/** The numbers of a result by the names that commands know them by. */
package maestro.emulator.metrics;
