package maestro.apps.hosts;

import maestro.api.View;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;

/** The roles of locations' ports, by the latest topology. Event thread. */
final class PortRoles {
  private final HostTables tables;
  private final View<Topology> topology;
  private SegmentPorts segments = SegmentPorts.NONE;

  PortRoles(HostTables tables, View<Topology> topology) {
    this.tables = tables;
    this.topology = topology;
  }

  /** Takes the segments of the latest topology; returns those of before. */
  SegmentPorts takeSegments() {
    SegmentPorts before = segments;
    segments = SegmentPorts.of(topology.now(), tables);
    return before;
  }

  /** The segments of the topology for which {@link #takeSegments} was last called. */
  SegmentPorts segments() {
    return segments;
  }

  Role of(long location) {
    return topology.now().roleOf(tables.datapathIdOf(location), tables.portOf(location));
  }

  /** Whether a host may be known at a location: a host port, or a port at a segment. */
  boolean mayHaveHosts(long location) {
    return of(location).hasHosts() || segments.has(location);
  }

  /** Whether a host is known on a segment. */
  boolean isAtSegment(HostState host) {
    return !host.displaced && segments.has(host.location);
  }

  /** Whether a host can be asked at its location. */
  boolean canAsk(HostState host) {
    return !host.displaced
        && hasSwitchOf(host.location)
        && (isAtSegment(host) || !of(host.location).hasSwitches()); // it is only supposed there
  }

  /** Whether the location's switch is connected. */
  boolean hasSwitchOf(long location) {
    return topology.now().indexOf(tables.datapathIdOf(location)) >= 0;
  }
}
