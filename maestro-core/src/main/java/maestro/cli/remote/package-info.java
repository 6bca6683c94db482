/**
 * The commands that ask or change a running controller, put together. Commands that only ask are in
 * {@code ask}, those that change something in {@code change}, the live screen in {@code top}.
 */
@NullMarked
package maestro.cli.remote;

import org.jspecify.annotations.NullMarked;
