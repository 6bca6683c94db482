/**
 * All that an application sees of Maestro.
 *
 * <p>Read {@link maestro.api.Application} first, then {@link maestro.api.RequestStage} and {@link
 * maestro.api.EventStage}. An application is written as if there were one thread: each worker runs
 * a stage of its own, and what belongs to one switch ({@link maestro.api.SwitchLocal}) is only ever
 * touched by the one worker that serves that switch at the moment.
 */
package maestro.api;
