/**
 * Sequences: loads application jars, starts applications, and runs their stages over batches and
 * events.
 *
 * <p>Each class named {@code Worker…} belongs to one worker; only its thread uses it.
 */
@NullMarked
package maestro.sequence;

import org.jspecify.annotations.NullMarked;
