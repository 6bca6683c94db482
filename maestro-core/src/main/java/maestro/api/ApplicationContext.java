package maestro.api;

import com.typesafe.config.Config;
import java.util.function.Function;

/**
 * What the platform offers an application while it starts. It may be kept, but state is declared
 * only during {@link Application#start}.
 */
public interface ApplicationContext {
  /**
   * The application's settings: its own {@code reference.conf} with the operator's values over it.
   */
  Config config();

  /**
   * Declares state that every switch has one of.
   *
   * @param initial makes the state of a switch that has just joined; called on the worker that
   *     serves it
   * @param <T> the state's type; plain fields suffice, see {@link SwitchLocal}
   */
  <T> SwitchLocal<T> switchLocal(Function<SwitchInfo, T> initial);
}
