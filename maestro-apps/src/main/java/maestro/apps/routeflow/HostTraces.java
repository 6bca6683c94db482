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
 *       moved.
 *   <li>At most {@value #MOST_PLACES} ports are kept of each of at most {@value #MOST_HOSTS} hosts;
 *       of other hosts nothing is known.
 * </ol>
 *
 * <p>Event thread.
 */
final class HostTraces {
  /** The most hosts to keep. */
  static final int MOST_HOSTS = 65_536;

  private static final int MOST_PLACES = 4;
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

  /** The ports of a host, of those that lead to hosts now; empty when no entry shows any. */
  List<Port> placesOf(long host, Topology topology) {
    List<Trace> valid = new ArrayList<>();
    long youngest = Long.MIN_VALUE;
    for (Trace trace : byHost.getOrDefault(host, List.of())) {
      Port port = trace.port();
      if (topology.roleOf(port.datapathId(), port.number()).hasHosts()) { // 1
        valid.add(trace);
        youngest = Math.max(youngest, trace.installedSeconds());
      }
    }
    long oldest = youngest - ONE_PATH_SECONDS;
    return valid.stream()
        .filter(trace -> trace.installedSeconds() >= oldest) // 2
        .map(Trace::port)
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
