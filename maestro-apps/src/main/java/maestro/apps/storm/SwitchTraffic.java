package maestro.apps.storm;

import maestro.apps.ports.PortMap;

/**
 * The counters of frames for many, by port of one switch.
 *
 * @param datapathId the switch
 * @param ports written by the worker that has claimed the switch
 */
record SwitchTraffic(long datapathId, PortMap<OfPort> ports) {
  /**
   * The counters of one port.
   *
   * @param groups for group addresses
   * @param unknown for unknown destinations
   */
  record OfPort(PortTraffic groups, PortTraffic unknown) {}

  static SwitchTraffic of(long datapathId, long framesPerSecond) {
    return new SwitchTraffic(
        datapathId,
        new PortMap<>(
            port ->
                new OfPort(
                    new PortTraffic(datapathId, port, true, framesPerSecond),
                    new PortTraffic(datapathId, port, false, framesPerSecond))));
  }
}
