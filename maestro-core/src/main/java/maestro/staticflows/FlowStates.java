package maestro.staticflows;

import java.util.HashMap;
import java.util.Map;
import maestro.api.SwitchInfo;
import org.jspecify.annotations.Nullable;

/**
 * The states of static flows on their switches. A state holds for one connection of a switch, which
 * is named by its {@link SwitchInfo} object. Any thread.
 */
final class FlowStates {
  private record State(
      StaticFlow flow, SwitchInfo connection, FlowState state, @Nullable String reason) {}

  /** Guarded by this. */
  private final Map<String, State> byName = new HashMap<>();

  /** Sets the state of a flow. */
  synchronized void set(
      StaticFlow flow, SwitchInfo connection, FlowState state, @Nullable String reason) {
    byName.put(flow.name(), new State(flow, connection, state, reason));
  }

  /** Sets the state if it is the expected one; returns whether it was. */
  synchronized boolean change(
      StaticFlow flow,
      SwitchInfo connection,
      FlowState expected,
      FlowState state,
      @Nullable String reason) {
    if (of(flow, connection).state() != expected) {
      return false;
    }
    set(flow, connection, state, reason);
    return true;
  }

  synchronized void forget(StaticFlow flow) {
    byName.remove(flow.name());
  }

  /**
   * What became of a flow.
   *
   * @param connection the present connection of its switch; null without one
   */
  @SuppressWarnings("ReferenceEquality") // the same flow put again, or connection, is another one
  synchronized ShownFlow of(StaticFlow flow, @Nullable SwitchInfo connection) {
    if (connection == null) {
      return new ShownFlow(flow, FlowState.DISCONNECTED, "the switch is not connected");
    }
    State known = byName.get(flow.name());
    return known != null && known.flow() == flow && known.connection() == connection
        ? new ShownFlow(flow, known.state(), known.reason())
        : new ShownFlow(flow, FlowState.PENDING, null);
  }
}
