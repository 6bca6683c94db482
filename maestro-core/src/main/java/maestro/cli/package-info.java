/** The commands of the controller: {@code run}, {@code check} and {@code apps}. */
package maestro.cli;
