package maestro.staticflows;

import java.util.HashMap;
import java.util.Map;
import maestro.api.SwitchInfo;

/** Finds static flows that exclude each other. Stateless. */
final class FlowConflicts {
  private FlowConflicts() {}

  /**
   * Checks that a switch can have all flows.
   *
   * @throws RefusedFlowException when there are too many, or two would be one entry
   */
  static void check(Map<String, StaticFlow> flows) throws RefusedFlowException {
    if (flows.size() > StaticFlowJson.MOST_FLOWS) {
      throw new RefusedFlowException(
          RefusedFlowException.Kind.CONFLICT,
          "found %d static flows; allowed: %d".formatted(flows.size(), StaticFlowJson.MOST_FLOWS));
    }
    Map<String, StaticFlow> byPlace = new HashMap<>();
    for (StaticFlow each : flows.values()) {
      StaticFlow other = byPlace.putIfAbsent(each.place(), each);
      if (other != null) {
        throw new RefusedFlowException(
            RefusedFlowException.Kind.CONFLICT,
            "%s has the same table, priority and match as %s on switch %s, so the switch would have"
                    .formatted(each.name(), other.name(), SwitchInfo.format(each.datapathId()))
                + " one entry for both");
      }
    }
  }
}
