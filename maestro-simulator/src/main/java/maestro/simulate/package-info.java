/**
 * A discrete-event simulation of the strategies on more cores than this machine has.
 *
 * <p>The strategies and the batching policies are the real ones, driven by virtual workers in
 * virtual time. Their environment is modelled: cores, the kernel's sockets and selectors, memory
 * that moves between cores, and the duty cycle of {@link maestro.worker.Worker}. A file has the
 * cost of each ({@link maestro.simulate.costs.Costs}).
 *
 * <p>One thread; equal input gives equal results. Start with {@link maestro.simulate.Simulation}.
 */
package maestro.simulate;
