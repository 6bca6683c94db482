package maestro.apps.storm;

import maestro.apps.ports.PortMap;

/**
 * The counters of frames for many, by port of one switch. A port has counters since its first such
 * frame. Written by the worker that has claimed the switch; any thread finds them.
 *
 * @param groups for group addresses
 * @param unknown for unknown destinations
 */
record SwitchTraffic(PortMap<PortTraffic> groups, PortMap<PortTraffic> unknown) {
  static SwitchTraffic of(long datapathId, long framesPerSecond) {
    return new SwitchTraffic(
        new PortMap<>(port -> new PortTraffic(datapathId, port, true, framesPerSecond)),
        new PortMap<>(port -> new PortTraffic(datapathId, port, false, framesPerSecond)));
  }

  /** The counters for group addresses, or those for unknown destinations. */
  PortMap<PortTraffic> of(boolean group) {
    return group ? groups : unknown;
  }
}
