/**
 * The client of the control listener, and what all commands that use it have in common. How answers
 * look on a terminal is in {@code text}.
 */
@NullMarked
package maestro.cli.remote.client;

import org.jspecify.annotations.NullMarked;
