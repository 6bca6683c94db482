/**
 * Policies for the input batching threshold (IBT) of each worker, fixed or adaptive.
 *
 * <p>One policy object belongs to one worker. It reads no clock: the worker passes elapsed times
 * in.
 */
@NullMarked
package maestro.batching;

import org.jspecify.annotations.NullMarked;
