package maestro.staticflows;

import org.jspecify.annotations.Nullable;

/**
 * A static flow and its state on its switch.
 *
 * @param reason what the switch says against it, or what is waited for; null when there is nothing
 *     to say
 */
public record ShownFlow(StaticFlow flow, FlowState state, @Nullable String reason) {}
