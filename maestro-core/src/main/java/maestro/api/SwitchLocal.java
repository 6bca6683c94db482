package maestro.api;

/**
 * Switch-local state: a handle to one object for each connected switch.
 *
 * <p>Threads: one worker at a time serves a switch, and the next worker sees what the last one
 * wrote. So the state needs no lock, no volatile and no atomic. An application must reach it only
 * through a request of that switch and must keep no reference to it. The state is dropped when the
 * switch leaves.
 *
 * @param <T> the state's type
 */
public interface SwitchLocal<T> {
  /** The state of the switch that sent this request. Costs one array read and allocates nothing. */
  T of(FlowRequest request);
}
