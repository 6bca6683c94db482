/**
 * The interface between Maestro and its applications.
 *
 * <p>Read {@link maestro.api.Application} first, then {@link maestro.api.RequestStage} and {@link
 * maestro.api.EventStage}. An application is written as if there were one thread. Each worker runs
 * its own instance of a batch stage. Only the worker that has the claim of a switch touches the
 * state of that switch ({@link maestro.api.SwitchLocal}).
 *
 * <p>Nothing is null but what is {@link org.jspecify.annotations.Nullable}.
 */
@NullMarked
package maestro.api;

import org.jspecify.annotations.NullMarked;
