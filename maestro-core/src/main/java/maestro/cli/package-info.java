/** The commands of the controller: {@code run}, {@code check}, {@code apps} and {@code tls}. */
package maestro.cli;
