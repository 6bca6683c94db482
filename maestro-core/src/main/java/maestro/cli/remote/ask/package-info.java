/**
 * Commands that ask a running controller and change nothing. Each prints one answer; the live
 * screen is in {@code top}.
 */
@NullMarked
package maestro.cli.remote.ask;

import org.jspecify.annotations.NullMarked;
