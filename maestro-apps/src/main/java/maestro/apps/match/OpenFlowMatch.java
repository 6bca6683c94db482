package maestro.apps.match;

import maestro.api.openflow.OxmValue;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;

/**
 * A set of packets as a match of a switch's flow table.
 *
 * @param match the packets of one switch; {@link PacketField#SWITCH} is not in it
 * @param exact false when the switch's version cannot express the set, and the match has more
 *     packets: OpenFlow 1.0 matches no fields of IPv6 packets, no ports of SCTP, and of Ethernet
 *     addresses no parts
 */
public record OpenFlowMatch(Match match, boolean exact) {
  /** Makes the match in the version of a factory. */
  public static OpenFlowMatch of(PacketMatch packets, OFFactory factory) {
    Match.Builder match = factory.buildMatch();
    boolean is10 = factory.getVersion() == OFVersion.OF_10;
    long ethType = packets.valueOf(PacketField.ETH_TYPE);
    boolean exact = true;
    for (PacketField field : PacketField.values()) {
      if (field != PacketField.SWITCH && packets.wants(field)) {
        OxmValue value = packets.value(field);
        exact &= (!is10 || value.isIn10(ethType)) && value.addTo(match);
      }
    }
    return new OpenFlowMatch(match.build(), exact);
  }
}
