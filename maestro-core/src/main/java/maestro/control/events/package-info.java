/**
 * Events for operators: what is found by watching, what is kept, and who listens. What other
 * threads note is in {@code maestro.metrics}.
 */
@NullMarked
package maestro.control.events;

import org.jspecify.annotations.NullMarked;
