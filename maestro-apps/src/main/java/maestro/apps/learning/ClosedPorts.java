package maestro.apps.learning;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import maestro.api.FlowEntry;
import maestro.api.topology.Topology.Port;

/**
 * The ports that are closed, since without them there are no loops, and since when just these are.
 * What was learned and installed before is of another tree. Immutable.
 */
final class ClosedPorts {
  /** As long as there was none. */
  static final ClosedPorts NONE = new ClosedPorts(Set.of(), 0, false);

  private static final int[] NO_PORTS = {};
  private static final long SECOND_NS = 1_000_000_000;

  private final Set<Port> ports;
  private final Map<Long, int[]> numbers = new HashMap<>();
  private final long sinceNs;
  private final boolean isChange;

  private ClosedPorts(Set<Port> ports, long sinceNs, boolean isChange) {
    this.ports = Set.copyOf(ports);
    this.sinceNs = sinceNs;
    this.isChange = isChange;
    for (Port port : ports) {
      int[] before = of(port.datapathId());
      int[] with = Arrays.copyOf(before, before.length + 1);
      with[before.length] = port.number();
      numbers.put(port.datapathId(), with);
    }
  }

  /** These ports instead of others. */
  static ClosedPorts since(long nowNs, Set<Port> ports) {
    return new ClosedPorts(ports, nowNs, true);
  }

  /** All of them. */
  Set<Port> all() {
    return ports;
  }

  /** The numbers of those of a switch; the same array each time. */
  int[] of(long datapathId) {
    return numbers.getOrDefault(datapathId, NO_PORTS);
  }

  /** Whether an entry may be from before. */
  boolean isAfter(FlowEntry entry) {
    long mostAgeNs = (entry.ageSeconds() + 1) * SECOND_NS; // it is in whole seconds
    return isChange && entry.nowNs() - sinceNs < mostAgeNs;
  }
}
