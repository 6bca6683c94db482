package maestro.apps.hosts;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;

/**
 * The open ports at segments, by a topology. One of the ports of a segment stands for it: hosts on
 * the segment are known there. Ports are {@linkplain HostTables#location locations}.
 *
 * <p>Immutable; any thread. The methods for workers allocate nothing.
 */
final class SegmentPorts {
  /** No segments. */
  static final SegmentPorts NONE = new SegmentPorts(new long[0], new long[0]);

  /** Ascending. */
  private final long[] ports;

  /** By the index of the port: the port that stands for its segment. */
  private final long[] places;

  private SegmentPorts(long[] ports, long[] places) {
    this.ports = ports;
    this.places = places;
  }

  /** The open ports by a topology: those of links over segments. */
  static SegmentPorts of(Topology topology, HostTables tables) {
    Map<Long, Set<Long>> segments = new HashMap<>();
    for (Link link : topology.links()) {
      Port from = new Port(link.from(), link.fromPort());
      Port to = new Port(link.to(), link.toPort());
      if (topology.roles().get(from) == Role.SHARED && topology.roles().get(to) == Role.SHARED) {
        join(segments, locationOf(from, tables), locationOf(to, tables));
      }
    }
    if (segments.isEmpty()) {
      return NONE;
    }
    long[] ports = segments.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
    return new SegmentPorts(
        ports,
        Arrays.stream(ports)
            .map(port -> segments.get(port).stream().min(Long::compare).orElseThrow())
            .toArray());
  }

  private static long locationOf(Port port, HostTables tables) {
    return HostTables.location(tables.number(port.datapathId()), port.number());
  }

  private static void join(Map<Long, Set<Long>> segments, long one, long other) {
    Set<Long> joined = segments.computeIfAbsent(one, port -> new TreeSet<>(Set.of(port)));
    Set<Long> further = segments.computeIfAbsent(other, port -> new TreeSet<>(Set.of(port)));
    if (joined != further) {
      joined.addAll(further);
      further.forEach(port -> segments.put(port, joined));
    }
  }

  // ---- for workers, too ----

  /** Whether there are any. */
  boolean areAny() {
    return ports.length > 0;
  }

  /** Whether a port is an open port at a segment. */
  boolean has(long port) {
    return Arrays.binarySearch(ports, port) >= 0;
  }

  /** The port that stands for the segment of a port; the port itself when it is at none. */
  long placeOf(long port) {
    int i = Arrays.binarySearch(ports, port);
    return i < 0 ? port : places[i];
  }

  // ---- for the event thread ----

  /** Whether these are all ports of the segment for which a port stands, and perhaps others. */
  boolean areAllOf(long place, Set<Long> some) {
    for (int i = 0; i < ports.length; i++) {
      if (places[i] == place && !some.contains(ports[i])) {
        return false;
      }
    }
    return true;
  }

  /**
   * The port that stands now for a segment of before.
   *
   * @param place the port that stood for it
   * @return {@link HostState#NOWHERE} when the segment is gone, or has a port that it had not: what
   *     was behind that port may have seemed to be on the segment
   */
  long placeAfter(SegmentPorts before, long place) {
    for (int i = 0; i < ports.length; i++) {
      if (before.has(ports[i]) && before.placeOf(ports[i]) == place) {
        return isWithin(places[i], before, place) ? places[i] : HostState.NOWHERE;
      }
    }
    return HostState.NOWHERE;
  }

  private boolean isWithin(long now, SegmentPorts before, long place) {
    for (int i = 0; i < ports.length; i++) {
      if (places[i] == now && !(before.has(ports[i]) && before.placeOf(ports[i]) == place)) {
        return false;
      }
    }
    return true;
  }
}
