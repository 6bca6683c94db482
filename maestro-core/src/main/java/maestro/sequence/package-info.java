/**
 * Application sequences: application jars, their start, and the run of their stages over a batch.
 *
 * <p>Everything named {@code Worker…} belongs to one worker and is used by its thread alone.
 */
package maestro.sequence;
