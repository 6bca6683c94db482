package maestro.apps.hosts;

import maestro.api.View;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;

/** The roles of locations' ports, by the latest topology. */
record PortRoles(HostTables tables, View<Topology> topology) {
  Role of(long location) {
    return topology.now().roleOf(tables.datapathIdOf(location), tables.portOf(location));
  }

  /** Whether a host can be asked at its location. */
  boolean canAsk(HostState host) {
    return !host.displaced
        && hasSwitchOf(host.location)
        && !of(host.location).hasSwitches(); // it is only supposed there
  }

  /** Whether the location's switch is connected. */
  boolean hasSwitchOf(long location) {
    return topology.now().indexOf(tables.datapathIdOf(location)) >= 0;
  }
}
