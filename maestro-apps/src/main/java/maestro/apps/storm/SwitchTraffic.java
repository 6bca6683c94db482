package maestro.apps.storm;

import maestro.apps.ports.PortMap;

/**
 * What comes in for many by the ports of one switch.
 *
 * @param datapathId the switch
 * @param ports written by the worker that has the switch
 */
record SwitchTraffic(long datapathId, PortMap<OfPort> ports) {
  /**
   * That of one port.
   *
   * @param groups for group addresses
   * @param unknown for destinations that nobody knows
   */
  record OfPort(Traffic groups, Traffic unknown) {}

  static SwitchTraffic of(long datapathId, long framesPerSecond) {
    return new SwitchTraffic(
        datapathId,
        new PortMap<>(
            port ->
                new OfPort(
                    new Traffic(datapathId, port, true, framesPerSecond),
                    new Traffic(datapathId, port, false, framesPerSecond))));
  }
}
