/**
 * The worker's duty cycle: get a switch from the strategy, read, chop, run the sequence over the
 * batch, write, release.
 */
@NullMarked
package maestro.worker;

import org.jspecify.annotations.NullMarked;
