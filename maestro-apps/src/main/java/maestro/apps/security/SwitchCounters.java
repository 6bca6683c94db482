package maestro.apps.security;

import java.util.List;
import maestro.apps.ports.PortMap;

/**
 * The counters of a switch's ports. A port gets its counters with its first request.
 *
 * <p>One writer at a time, the worker that has claimed the switch; the monitor reads concurrently.
 */
final class SwitchCounters {
  private final PortMap<PortCounters> ports;

  /** The time of the request that is being counted. */
  private long nowNs;

  SwitchCounters(long windowNs) {
    this.ports = new PortMap<>(port -> new PortCounters(port, windowNs, nowNs));
  }

  /** The counters of a port. */
  PortCounters of(int port, long requestNs) {
    nowNs = requestNs;
    return ports.of(port);
  }

  /** All present counters. Any thread. */
  List<PortCounters> all() {
    return ports.all();
  }
}
