/**
 * When a batch is large enough: the input batching threshold (IBT) of each worker, and how it
 * adapts.
 *
 * <p>One policy object belongs to one worker. It knows no clock: elapsed times are passed in.
 */
package maestro.batching;
