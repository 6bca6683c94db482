package maestro.emulator.network;

import java.util.List;
import java.util.Optional;
import maestro.emulator.condition.Condition;

/**
 * What happens in a network: who sends what, and what fails. Times count from the beginning, which
 * is after the time to settle. Immutable.
 *
 * @param seed of everything that is random
 * @param links the settings of each link between switches
 * @param hostLinks those of the links of hosts
 * @param controlDelayNs in virtual time, from a switch to its controller, and back
 * @param pingAllsNs when each host pings each other one, ascending
 * @param events in the order of their times
 * @param failIf what must not hold of the result
 */
public record NetworkScenario(
    String name,
    String description,
    long seed,
    NetworkPlan plan,
    NetworkSettings settings,
    List<LinkSettings> links,
    LinkSettings hostLinks,
    long controlDelayNs,
    long settleNs,
    long durationNs,
    List<Long> pingAllsNs,
    long pingTimeoutNs,
    List<TrafficSettings> traffic,
    List<NetworkEvent> events,
    Optional<Condition> failIf) {
  Links newLinks() {
    return new Links(plan, links::get, hostLinks, seed);
  }
}
