package maestro.apps.vlan;

import java.util.ArrayList;
import java.util.List;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * The messages that remove an application's entries without a VLAN from a switch that receives its
 * first tagged packet. The packets that they forwarded become requests again. OpenFlow 1.0 cannot
 * select entries by application: all entries that send to a port are removed, and those that drop
 * or send to the controller stay.
 */
public final class WideEntries {
  private static final int VERSION_10 = 1;

  private WideEntries() {}

  /**
   * Makes the messages.
   *
   * @param cookie the cookie of the entries
   */
  public static List<OFMessage> removals(Switches switches, SwitchInfo info, long cookie) {
    OFFactory factory = switches.factory(info.datapathId());
    if (info.openFlowVersion() != VERSION_10) {
      return List.of(
          all(factory, OFPort.ANY)
              .setTableId(TableId.ALL)
              .setOutGroup(OFGroup.ANY)
              .setCookie(U64.of(cookie))
              .setCookieMask(U64.NO_MASK)
              .build());
    }
    List<OFMessage> removals = new ArrayList<>();
    for (PortInfo port : switches.ports(info.datapathId())) {
      removals.add(all(factory, OFPort.of(port.number())).build());
    }
    return removals;
  }

  private static OFFlowDelete.Builder all(OFFactory factory, OFPort outPort) {
    return factory.buildFlowDelete().setMatch(factory.matchWildcardAll()).setOutPort(outPort);
  }
}
