package maestro.apps.routeflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;

/**
 * Where hosts were when the entries that switches show were installed: an entry out of a port to
 * hosts says that its destination was there, an entry from such a port says so of its source.
 *
 * <ol>
 *   <li>Which ports lead to hosts is looked up when it is asked, since a port may have seemed to be
 *       a host's as long as the switch behind it was not connected.
 *   <li>Where entries contradict each other, those count that are as young as the youngest, give or
 *       take what it takes to install a path: the others are from before the host moved.
 *   <li>Of one host a few places are kept, of so many hosts; of others nothing is known.
 * </ol>
 *
 * <p>Event thread.
 */
final class HostTraces {
  /** Of so many hosts. */
  static final int MOST_HOSTS = 65_536;

  private static final int MOST_PLACES = 4;
  private static final long ONE_PATH_SECONDS = 2;

  /** A place and when the youngest entry that says so was installed. */
  private record Trace(Port port, long installedSeconds) {}

  private final Map<Long, List<Trace>> byHost = new HashMap<>();

  /** An entry says that a host is behind a port. */
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

  /** Where a host was, of all that leads to hosts now; empty when no entry tells. */
  List<Port> placesOf(long host, Topology topology) {
    List<Trace> valid = new ArrayList<>();
    long youngest = Long.MIN_VALUE;
    for (Trace trace : byHost.getOrDefault(host, List.of())) {
      Port port = trace.port();
      if (topology.roleOf(port.datapathId(), port.number()) == Role.HOST) { // 1
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

  void forget(long host) {
    byHost.remove(host);
  }

  void clear() {
    byHost.clear();
  }
}
