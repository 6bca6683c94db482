package maestro.api;

/**
 * State that belongs to one switch: a handle to one object for each connected switch.
 *
 * <p>Threads: a switch is served by one worker at a time, and what one worker wrote the next one
 * sees. So the state needs no lock, no volatile and no atomic, as long as it is reached only
 * through a request of that switch and no reference to it is kept. It is dropped when the switch
 * leaves.
 *
 * @param <T> the state's type
 */
public interface SwitchLocal<T> {
  /** The state of the switch that sent this request. Costs one array read and allocates nothing. */
  T of(FlowRequest request);
}
