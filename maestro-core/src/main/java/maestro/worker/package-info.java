/**
 * The duty cycle: ask the strategy whom to serve, read, chop, run the sequence over the batch,
 * write, release.
 */
package maestro.worker;
