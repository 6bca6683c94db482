package maestro.network.scenario;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import maestro.emulator.condition.Condition;
import maestro.network.fabric.Fabric;
import maestro.network.fabric.Pairs;
import maestro.network.fabric.PingBook;
import maestro.network.flow.TrafficSettings;
import maestro.network.host.HostSettings;
import maestro.network.link.Links;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.NetworkSettings;

/**
 * What happens in a network: who sends what, and what fails. Times count from the beginning, which
 * is after the time to settle. Immutable.
 *
 * @param seed of everything that is random
 * @param hosts the settings of each host
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
    List<HostSettings> hosts,
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
  /** The events that have happened when it ended after this time; a signal may end it early. */
  public List<NetworkEvent> eventsUntil(long endNs) {
    return events.stream().filter(each -> each.atNs() <= endNs).toList();
  }

  /** The pings of each ping-all. */
  long pingCount() {
    return Pairs.all(plan.hostCount()).count();
  }

  /** The switches, links and hosts, at their beginning. */
  public Fabric newFabric(PingBook pings, LongSupplier clock) {
    Links cables = new Links(plan, links::get, hostLinks, seed);
    return new Fabric(plan, settings, hosts, seed, cables, pings, clock);
  }
}
