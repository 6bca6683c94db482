package maestro.apps.hosts;

import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.apps.log.LineLimit;
import maestro.apps.packets.Addresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the hosts that appear, disappear and move, by their addresses and the names of their ports.
 *
 * <p>Event thread.
 */
final class HostLog {
  private static final Logger LOG = LoggerFactory.getLogger(HostLocation.class);

  private final LocatedPorts ports;
  private final HostTables tables;
  private final LineLimit limit;

  HostLog(LocatedPorts ports, HostTables tables, LineLimit limit) {
    this.ports = ports;
    this.tables = tables;
    this.limit = limit;
  }

  /** Logs a host that was seen for the first time, or is back. */
  void found(HostState host) {
    if (limit.permit()) {
      LOG.info("host {} is at {}", text(host), place(host.location));
    }
  }

  /** Logs a host that is at another location. */
  void moved(HostState host, long before) {
    if (limit.permit()) {
      LOG.info("host {} moved from {} to {}", text(host), place(before), place(host.location));
    }
  }

  /** Logs a host that is not known at its location any more. */
  void gone(HostState host, String reason) {
    if (limit.permit()) {
      LOG.info("host {} is gone from {}: {}", text(host), place(host.location), reason);
    }
  }

  private static String text(HostState host) {
    StringBuilder text = new StringBuilder(Addresses.format(host.ethAddress));
    boolean hasIpv4 = !host.addresses(true).isEmpty();
    host.addresses(hasIpv4).stream()
        .findFirst()
        .ifPresent(address -> text.append(" (").append(address.text()).append(')'));
    return text.append(host.vlan < 0 ? "" : " in VLAN " + host.vlan).toString();
  }

  /** With the port's name, unless the switch has left. */
  private String place(long location) {
    PortInfo port = ports.at(location);
    return port == null
        ? tables.text(location)
        : SwitchInfo.format(tables.datapathIdOf(location)) + " " + port.text();
  }
}
