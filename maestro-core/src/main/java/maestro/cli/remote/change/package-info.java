/**
 * Commands that change a running controller, until it ends or reloads. Those that only ask are in
 * {@code ask}.
 */
@NullMarked
package maestro.cli.remote.change;

import org.jspecify.annotations.NullMarked;
