/**
 * What the command lines of all programs have in common: bounds of numbers, wrong arguments,
 * failures. Commands are not here.
 */
@NullMarked
package maestro.cli.line;

import org.jspecify.annotations.NullMarked;
