/**
 * Workload distribution: which worker serves which switch next, and how many of its requests.
 *
 * <p>Five strategies implement two small interfaces, {@link maestro.distribution.Distribution} and
 * {@link maestro.distribution.Schedule}. The class comment of a strategy numbers its algorithm. Of
 * {@link maestro.distribution.FairShare}, {@code FairSchedule} has the rounds and the order, {@code
 * WaitingMembers} the queues, {@code FairShareAccount} what is known of a member, {@code Quantum}
 * the length of a visit, {@code VisitBudget} and {@code VisitCosts} what visits may cost, {@code
 * Stealing} what is taken from other workers. Strategies do not use sockets: a switch is a {@link
 * maestro.distribution.Member}, and a {@link maestro.distribution.Readiness} reports which members
 * have input.
 *
 * <p>Only the thread with a member's claim touches the member's input and state. A claim is taken
 * with acquire order and released with release order, so the next worker sees what the last one
 * wrote.
 */
@NullMarked
package maestro.distribution;

import org.jspecify.annotations.NullMarked;
