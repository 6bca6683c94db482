/**
 * The program and the commands of the controller: {@code run}, {@code check}, {@code apps} and
 * {@code new-app}. Commands for a controller that runs already live in {@code remote}.
 */
@NullMarked
package maestro.cli;

import org.jspecify.annotations.NullMarked;
