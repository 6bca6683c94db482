package maestro.apps.ports;

import maestro.api.PortInfo;

/** Tells which ports may lead to hosts. Stateless. */
public final class HostPorts {
  /** The number of a switch's own port. Behind it is the machine that the switch runs on. */
  private static final int LOCAL = 0xffff_fffe;

  private HostPorts() {}

  /**
   * Whether a port has a number that a port of a host may have: it is physical, or the switch's own
   * port. An Open vSwitch bridge with an IP address is a host behind that port.
   */
  public static boolean mayBe(PortInfo port) {
    return port.isPhysical() || isLocal(port);
  }

  /** Whether it is the switch's own port, by which no cable can lead to another switch. */
  public static boolean isLocal(PortInfo port) {
    return port.number() == LOCAL;
  }
}
