package maestro.apps.hosts;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import maestro.api.PortInfo;
import maestro.api.Switches;

/**
 * The ports at locations, as their switches describe them. Searches the ports of a switch once
 * after they have changed. Event thread.
 */
final class LocatedPorts {
  private final Switches switches;
  private final HostTables tables;
  private final Map<Long, Described> byDatapathId = new HashMap<>();

  private record Described(Collection<PortInfo> ports, Map<Integer, PortInfo> byNumber) {}

  LocatedPorts(Switches switches, HostTables tables) {
    this.switches = switches;
    this.tables = tables;
  }

  /** The port at a location; null when the switch is not ready or does not describe the port. */
  PortInfo at(long location) {
    return of(tables.datapathIdOf(location)).get(tables.portOf(location));
  }

  @SuppressWarnings("ReferenceEquality") // the same object until a port changes
  private Map<Integer, PortInfo> of(long datapathId) {
    Collection<PortInfo> now = switches.ports(datapathId);
    if (now.isEmpty()) {
      byDatapathId.remove(datapathId);
      return Map.of();
    }
    Described known = byDatapathId.get(datapathId);
    if (known == null || known.ports != now) {
      Map<Integer, PortInfo> byNumber = new HashMap<>();
      now.forEach(port -> byNumber.put(port.number(), port));
      known = new Described(now, byNumber);
      byDatapathId.put(datapathId, known);
    }
    return known.byNumber;
  }
}
