/**
 * What the strategies would do on more cores than this machine has: a discrete-event simulation.
 *
 * <p>The strategies and the batching policies are the real ones, driven on virtual workers in
 * virtual time; what is modelled is what they run on: cores, the kernel's sockets and selectors,
 * memory that moves between cores, and the duty cycle of {@link maestro.worker.Worker}. What each
 * of those costs stands in a file ({@link maestro.simulate.Costs}).
 *
 * <p>One thread; the same input always gives the same result. Start with {@link
 * maestro.simulate.Simulation}.
 */
package maestro.simulate;
