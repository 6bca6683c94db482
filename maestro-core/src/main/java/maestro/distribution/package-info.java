/**
 * Workload distribution: which worker serves which switch next, and how much of it.
 *
 * <p>Five strategies behind two small interfaces, {@link maestro.distribution.Distribution} and
 * {@link maestro.distribution.Schedule}; each is one file whose class comment numbers its
 * algorithm. Nothing here knows sockets: a switch is a {@link maestro.distribution.Member}, and a
 * {@link maestro.distribution.Readiness} tells which members have input.
 *
 * <p>Whoever touches a member's input, state or scheduling fields holds its claim. A claim is taken
 * and released with acquire and release order, so what one worker wrote the next one sees.
 */
package maestro.distribution;
