/**
 * The program and the commands of the controller: {@code run}, {@code check}, {@code apps} and
 * {@code tls}.
 */
@NullMarked
package maestro.cli;

import org.jspecify.annotations.NullMarked;
