package maestro.sequence.event;

import java.util.Map;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.metrics.OperatorEvent.Severity;
import maestro.metrics.OperatorEvents;
import maestro.openflow.PortNumber;

/** Reports announcements about hosts to operators. Stateless; any thread. */
final class HostEvents {
  private HostEvents() {}

  /** Reports an announcement, if it is about a host. */
  static void report(OperatorEvents operatorEvents, Object announcement) {
    if (announcement instanceof HostMoved moved) {
      operatorEvents.add(
          "host-moved",
          Severity.INFO,
          "host %s moved from %s to %s"
              .formatted(
                  mac(moved.ethAddress()),
                  place(moved.oldDatapathId(), moved.oldPort()),
                  place(moved.newDatapathId(), moved.newPort())),
          Map.of(
              "mac", mac(moved.ethAddress()),
              "vlan", vlan(moved.vlan()),
              "oldDpid", SwitchInfo.format(moved.oldDatapathId()),
              "oldPort", Integer.toUnsignedLong(moved.oldPort()),
              "dpid", SwitchInfo.format(moved.newDatapathId()),
              "port", Integer.toUnsignedLong(moved.newPort())));
    } else if (announcement instanceof HostLost lost) {
      operatorEvents.add(
          "host-lost",
          Severity.INFO,
          "host %s is no longer at %s"
              .formatted(mac(lost.ethAddress()), place(lost.datapathId(), lost.port())),
          Map.of(
              "mac", mac(lost.ethAddress()),
              "vlan", vlan(lost.vlan()),
              "dpid", SwitchInfo.format(lost.datapathId()),
              "port", Integer.toUnsignedLong(lost.port())));
    }
  }

  private static long vlan(int vlan) {
    return vlan == Vlans.UNTAGGED ? 0 : vlan;
  }

  private static String place(long datapathId, int port) {
    return SwitchInfo.format(datapathId) + " port " + PortNumber.text(port);
  }

  private static String mac(long ethAddress) {
    return SwitchInfo.format(ethAddress).substring("00:00:".length());
  }
}
