/**
 * The table of targets: its rows, how each is measured, and the rounds that compare controllers.
 */
package maestro.bench.targets;
