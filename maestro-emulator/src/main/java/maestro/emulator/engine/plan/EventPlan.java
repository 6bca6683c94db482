package maestro.emulator.engine.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.emulator.scenario.TopologyEvent;
import maestro.emulator.topology.SwitchTopology;
import maestro.emulator.topology.SwitchTopology.Link;

/**
 * Turns the events of a scenario into what each port and each connection sees.
 *
 * <ol>
 *   <li>A link that goes down takes the ports at both ends down; a switch that goes down does so
 *       with all its links, and loses its connection; a flap takes a port down and up again.
 *   <li>What several events hold down comes up with the last of them.
 * </ol>
 *
 * <p>Used once, by one thread.
 */
public final class EventPlan {
  private final SwitchTopology topology;
  private final List<SwitchEvent> events = new ArrayList<>();

  /** By switch number × 65536 + port: how many events hold it down. */
  private final Map<Integer, Integer> holds = new HashMap<>();

  private EventPlan(SwitchTopology topology) {
    this.topology = topology;
  }

  /** The events of ports and connections, in the order of their times. */
  public static List<SwitchEvent> of(List<TopologyEvent> events, SwitchTopology topology) {
    EventPlan plan = new EventPlan(topology);
    List<Change> changes = new ArrayList<>();
    for (TopologyEvent event : events) {
      switch (event.kind()) {
        case LINK_DOWN, SWITCH_DOWN, PORT_FLAP ->
            changes.add(new Change(event.atNs(), event, true));
        case LINK_UP, SWITCH_UP -> changes.add(new Change(event.atNs(), event, false));
      }
      if (event.forNs() > 0) {
        changes.add(new Change(event.atNs() + event.forNs(), event, false));
      }
    }
    changes.sort(Comparator.comparingLong(Change::atNs));
    changes.forEach(plan::add);
    return List.copyOf(plan.events);
  }

  private record Change(long atNs, TopologyEvent event, boolean down) {}

  private void add(Change change) { // 1
    TopologyEvent event = change.event();
    switch (event.kind()) {
      case PORT_FLAP -> port(change, event.index(), event.port());
      case LINK_DOWN, LINK_UP -> ends(change, topology.links().get(event.index()));
      case SWITCH_DOWN, SWITCH_UP -> {
        topology.links().stream()
            .filter(l -> l.switchA() == event.index() || l.switchB() == event.index())
            .forEach(l -> ends(change, l));
        events.add(new SwitchEvent(change.atNs(), event.index(), 0, change.down()));
      }
    }
  }

  private void ends(Change change, Link link) {
    port(change, link.switchA(), link.portA());
    port(change, link.switchB(), link.portB());
  }

  private void port(Change change, int switchNumber, int port) { // 2
    int held = holds.merge(switchNumber << 16 | port, change.down() ? 1 : -1, Integer::sum);
    if (held == (change.down() ? 1 : 0)) {
      events.add(new SwitchEvent(change.atNs(), switchNumber, port, change.down()));
    }
  }
}
