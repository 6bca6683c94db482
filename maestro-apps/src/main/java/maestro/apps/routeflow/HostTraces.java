package maestro.apps.routeflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;

/**
 * The ports at which hosts were when the entries that switches show were installed. An entry out of
 * a port to hosts shows that its destination was there. An entry from such a port shows the same of
 * its source.
 *
 * <ol>
 *   <li>Whether a port leads to hosts is looked up at each query. A port may have seemed to be a
 *       host's only because the switch behind it was not connected.
 *   <li>Where entries contradict each other, the youngest count, and those up to {@value
 *       #ONE_PATH_SECONDS} s older, the time to install a path. Older ones are from before the host
 *       moved, or a switch is behind the ports that has not joined.
 *   <li>At most {@value #MOST_PLACES} ports are kept of each of at most {@value #MOST_HOSTS} hosts;
 *       of other hosts nothing is known.
 * </ol>
 *
 * <p>Event thread.
 */
final class HostTraces {
  /** The most hosts to keep. */
  static final int MOST_HOSTS = 65_536;

  private static final int MOST_PLACES = 16;
  private static final long ONE_PATH_SECONDS = 2;

  /** A port, and the time at which the youngest entry for it was installed. */
  private record Trace(Port port, long installedSeconds) {}

  private final Map<Long, List<Trace>> byHost = new HashMap<>();

  /** Notes an entry that shows a host behind a port. */
  void note(long host, Port port, long installedSeconds) {
    List<Trace> traces = byHost.get(host);
    if (traces == null) {
      if (byHost.size() == MOST_HOSTS) { // 3
        return;
      }
      traces = new ArrayList<>(1);
      byHost.put(host, traces);
    }
    for (int i = 0; i < traces.size(); i++) {
      if (traces.get(i).port().equals(port)) {
        if (traces.get(i).installedSeconds() < installedSeconds) {
          traces.set(i, new Trace(port, installedSeconds));
        }
        return;
      }
    }
    if (traces.size() == MOST_PLACES) { // 3
      traces.remove(0);
    }
    traces.add(new Trace(port, installedSeconds));
  }

  /**
   * The ports of a host, of those that lead to hosts now, by the youngest entries; empty when no
   * entry shows any.
   */
  List<Port> placesOf(long host, Topology topology) {
    List<Trace> valid = valid(host, topology);
    long youngest =
        valid.stream().mapToLong(Trace::installedSeconds).max().orElse(0) - ONE_PATH_SECONDS;
    return valid.stream()
        .filter(trace -> trace.installedSeconds() >= youngest) // 2
        .map(Trace::port)
        .toList();
  }

  /** The ports of a host, of those that lead to hosts now, by entries of any age. */
  List<Port> allPlacesOf(long host, Topology topology) {
    return valid(host, topology).stream().map(Trace::port).toList();
  }

  private List<Trace> valid(long host, Topology topology) { // 1
    return byHost.getOrDefault(host, List.of()).stream()
        .filter(
            trace -> topology.roleOf(trace.port().datapathId(), trace.port().number()).hasHosts())
        .toList();
  }

  /** The hosts of which entries show something. */
  Set<Long> hosts() {
    return byHost.keySet();
  }

  void clear() {
    byHost.clear();
  }
}
