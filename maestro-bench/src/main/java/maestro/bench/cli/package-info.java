/** The commands of {@code ./maestro bench}. */
package maestro.bench.cli;
