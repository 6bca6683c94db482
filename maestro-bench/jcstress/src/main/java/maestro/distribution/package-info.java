/** What two threads of a strategy touch: the claim, the ready state, hand-over and stealing. */
package maestro.distribution;
