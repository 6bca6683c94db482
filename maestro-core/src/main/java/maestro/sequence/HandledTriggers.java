package maestro.sequence;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import maestro.api.EventStage;
import maestro.api.Stages;
import maestro.config.Trigger;

/** Finds the triggers that an application handles, by the methods that it overrides. */
final class HandledTriggers {
  private static final Map<String, Trigger> BY_METHOD =
      Map.of(
          "onSwitchJoined", Trigger.SWITCH_JOINED,
          "onSwitchLeft", Trigger.SWITCH_LEFT,
          "onPortStatus", Trigger.PORT_STATUS,
          "onFlowRemoved", Trigger.FLOW_REMOVED,
          "onLldp", Trigger.LLDP,
          "onFrame", Trigger.FRAME,
          "onTimer", Trigger.EVERY,
          "onViewChanged", Trigger.VIEW_CHANGED,
          "onAnnouncement", Trigger.ANNOUNCED);

  private HandledTriggers() {}

  static Set<Trigger> of(Stages stages) {
    Set<Trigger> handled = EnumSet.noneOf(Trigger.class);
    if (stages.batch().isPresent()) {
      handled.add(Trigger.FLOW_REQUEST);
    }
    stages
        .events()
        .ifPresent(
            stage ->
                Arrays.stream(stage.getClass().getMethods())
                    .filter(method -> method.getDeclaringClass() != EventStage.class)
                    .map(method -> BY_METHOD.get(method.getName()))
                    .filter(trigger -> trigger != null)
                    .forEach(handled::add));
    return handled;
  }
}
