/**
 * The command {@code top}: the live screen of a controller, and the terminal that it takes. Single
 * answers are in {@code ask}.
 */
@NullMarked
package maestro.cli.remote.top;

import org.jspecify.annotations.NullMarked;
