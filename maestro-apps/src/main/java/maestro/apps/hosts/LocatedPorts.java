package maestro.apps.hosts;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.api.ApplicationContext;
import maestro.api.PortInfo;
import maestro.api.SwitchLocal;
import maestro.api.Switches;

/**
 * The ports at locations, as their switches describe them. Searches the ports of a switch once
 * after they have changed, and forgets them when the switch leaves. Event thread.
 */
final class LocatedPorts {
  private final Switches switches;
  private final HostTables tables;
  private final SwitchLocal<Described> described;

  /** The ports of a switch by number. */
  private static final class Described {
    private Collection<PortInfo> ports = List.of();
    private Map<Integer, PortInfo> byNumber = Map.of();

    @SuppressWarnings("ReferenceEquality") // the same object until a port changes
    Map<Integer, PortInfo> of(Collection<PortInfo> now) {
      if (ports != now) {
        ports = now;
        byNumber = new HashMap<>();
        now.forEach(port -> byNumber.put(port.number(), port));
      }
      return byNumber;
    }
  }

  LocatedPorts(ApplicationContext context, HostTables tables) {
    this.switches = context.switches();
    this.tables = tables;
    this.described = context.switchLocal(info -> new Described());
  }

  /** The port at a location; null when the switch is not ready or does not describe the port. */
  PortInfo at(long location) {
    long datapathId = tables.datapathIdOf(location);
    return described
        .find(datapathId)
        .map(ports -> ports.of(switches.ports(datapathId)).get(tables.portOf(location)))
        .orElse(null);
  }
}
