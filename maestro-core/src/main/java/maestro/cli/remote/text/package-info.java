/**
 * Answers of a controller as text: tables, numbers, names of ports. Nothing here asks a controller.
 */
@NullMarked
package maestro.cli.remote.text;

import org.jspecify.annotations.NullMarked;
