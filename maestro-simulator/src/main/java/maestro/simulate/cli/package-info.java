/** The command {@code simulate}. */
package maestro.simulate.cli;
