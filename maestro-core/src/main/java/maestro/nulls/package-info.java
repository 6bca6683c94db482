/**
 * Tells NullAway when a field is set, where a type alone cannot say it. The annotations are in the
 * sources only; NullAway knows them by their simple names and checks what they say.
 */
@NullMarked
package maestro.nulls;

import org.jspecify.annotations.NullMarked;
