package maestro.api;

import java.util.Optional;

/**
 * Switch-local state: a handle to one object for each connected switch.
 *
 * <p>Threads: one worker at a time serves a switch, and the next worker sees what the last one
 * wrote. So state that is reached only through requests needs no lock, no volatile and no atomic.
 * When other threads get the state by {@link #find}, the fields that they share need a memory order
 * of their own, such as volatile. State of {@link ApplicationContext#switchShared} has other
 * threads at any time when the context is not in order. An application must keep no reference to
 * the state, which is dropped when the switch leaves.
 *
 * @param <T> the state's type
 */
public interface SwitchLocal<T> {
  /** The state of the switch that sent this request. Costs one array read and allocates nothing. */
  T of(FlowRequest request);

  /**
   * The state of a connected switch, for the event thread and background tasks. Any thread.
   *
   * @return empty when the switch is not connected or not ready yet; after it has joined again, the
   *     new state
   */
  Optional<T> find(long datapathId);
}
