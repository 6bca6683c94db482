package maestro.apps.hosts;

import java.util.HashSet;
import java.util.Set;
import maestro.api.View;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;

/** The roles of locations' ports, by the latest topology. Event thread. */
final class PortRoles {
  private final HostTables tables;
  private final View<Topology> topology;
  private SegmentPorts segments = SegmentPorts.NONE;

  /** For which {@link #takeSegments} was last called. */
  private Topology taken = Topology.EMPTY;

  /** The switches that had no link any more when they were no longer in the topology. */
  private final Set<Long> cutOff = new HashSet<>();

  PortRoles(HostTables tables, View<Topology> topology) {
    this.tables = tables;
    this.topology = topology;
  }

  /** Takes the segments of the latest topology; returns those of before. */
  SegmentPorts takeSegments() {
    SegmentPorts before = segments;
    Topology now = topology.now();
    for (int i = 0; i < taken.switchCount(); i++) {
      long datapathId = taken.datapathId(i);
      if (now.indexOf(datapathId) < 0 && !hasLinks(taken, datapathId)) {
        cutOff.add(datapathId);
      }
    }
    cutOff.removeIf(datapathId -> now.indexOf(datapathId) >= 0);
    taken = now;
    segments = SegmentPorts.of(now, tables);
    return before;
  }

  private static boolean hasLinks(Topology topology, long datapathId) {
    return topology.links().stream()
        .anyMatch(link -> link.from() == datapathId || link.to() == datapathId);
  }

  /** Whether the location's switch is gone, and no link led to it. */
  boolean isCutOff(long location) {
    return cutOff.contains(tables.datapathIdOf(location));
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
