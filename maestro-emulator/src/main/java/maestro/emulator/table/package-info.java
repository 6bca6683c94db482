/**
 * Measures a table of targets: rows, what each needs, and the rounds that alternate between them.
 */
package maestro.emulator.table;
