/**
 * The applications of a controller together: they are started, wired to sequences and views, and
 * ended. What a single application, a batch, an event or a jar needs lives in the rooms below.
 */
@NullMarked
package maestro.sequence;

import org.jspecify.annotations.NullMarked;
