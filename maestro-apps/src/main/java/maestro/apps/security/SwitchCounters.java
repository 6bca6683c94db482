package maestro.apps.security;

import java.util.List;
import maestro.apps.ports.PortMap;

/**
 * The counters of a switch's ports. A port gets its own with its first request.
 *
 * <p>One writer at a time, the worker that has the switch; the monitor reads meanwhile.
 */
final class SwitchCounters {
  private final long datapathId;
  private final PortMap<PortCounters> ports;

  /** When the request came in that is being counted. */
  private long nowNs;

  SwitchCounters(long datapathId, long windowNs) {
    this.datapathId = datapathId;
    this.ports = new PortMap<>(port -> new PortCounters(port, windowNs, nowNs));
  }

  long datapathId() {
    return datapathId;
  }

  /** The counters of a port. */
  PortCounters of(int port, long requestNs) {
    nowNs = requestNs;
    return ports.of(port);
  }

  /** All counters there are. Any thread. */
  List<PortCounters> all() {
    return ports.all();
  }
}
