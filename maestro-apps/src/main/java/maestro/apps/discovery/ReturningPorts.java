package maestro.apps.discovery;

import java.util.HashMap;
import java.util.Map;
import maestro.api.PortInfo;
import maestro.api.topology.Topology.Port;

/** The ports to hosts that have gone down and may be back in a moment. Event thread. */
final class ReturningPorts {
  /** A port that is down for more rounds is a new one when it is up again. */
  private static final int MOST_ROUNDS = 1;

  private record Down(KnownPort port, long round) {}

  private final Map<Port, Down> down = new HashMap<>();

  /** Adds a port that has gone down, if it led to hosts. */
  void add(KnownPort port, long round) {
    if (port.publishedRole.hasHosts()) {
      down.put(port.port, new Down(port, round));
    }
  }

  /** Removes a port that has come up; returns whether it is one of these. */
  boolean isBack(Port number, PortInfo port, long round) {
    Down before = down.remove(number);
    return before != null && round - before.round() <= MOST_ROUNDS && before.port().isStill(port);
  }

  /** Forgets the ports that will not be back in time. */
  void forgetBefore(long round) {
    down.values().removeIf(each -> round - each.round() > MOST_ROUNDS);
  }
}
