package maestro.apps.match;

import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.ICMPv4Code;
import org.projectfloodlight.openflow.types.ICMPv4Type;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IpProtocol;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.U8;

/**
 * A set of packets as a match of a switch's flow table.
 *
 * @param match the packets of one switch; {@link PacketField#SWITCH} is not in it
 * @param exact false when the switch's version cannot express the set, and the match has more
 *     packets: OpenFlow 1.0 matches no fields of IPv6 packets and no ports of SCTP
 */
public record OpenFlowMatch(Match match, boolean exact) {
  /** Makes the match in the version of a factory. */
  public static OpenFlowMatch of(PacketMatch packets, OFFactory factory) {
    Match.Builder builder = factory.buildMatch();
    link(packets, builder);
    boolean old = factory.getVersion() == OFVersion.OF_10;
    boolean closed = old && packets.valueOf(PacketField.ETH_TYPE) == PacketField.Known.IPV6;
    if (closed) {
      return new OpenFlowMatch(builder.build(), !packets.wants(PacketField.PROTOCOL));
    }
    network(packets, builder);
    boolean hasPorts = packets.wants(PacketField.L4_SRC) || packets.wants(PacketField.L4_DST);
    if (old && hasPorts && packets.valueOf(PacketField.PROTOCOL) == PacketField.Known.SCTP) {
      return new OpenFlowMatch(builder.build(), false);
    }
    transport(packets, builder);
    return new OpenFlowMatch(builder.build(), true);
  }

  private static void link(PacketMatch packets, Match.Builder builder) {
    if (packets.wants(PacketField.IN_PORT)) {
      builder.setExact(MatchField.IN_PORT, OFPort.of((int) packets.valueOf(PacketField.IN_PORT)));
    }
    if (packets.wants(PacketField.ETH_SRC)) {
      builder.setExact(MatchField.ETH_SRC, MacAddress.of(packets.valueOf(PacketField.ETH_SRC)));
    }
    if (packets.wants(PacketField.ETH_DST)) {
      builder.setExact(MatchField.ETH_DST, MacAddress.of(packets.valueOf(PacketField.ETH_DST)));
    }
    if (packets.wants(PacketField.VLAN)) {
      long vlan = packets.valueOf(PacketField.VLAN);
      builder.setExact(
          MatchField.VLAN_VID,
          vlan == PacketField.Known.NO_VLAN
              ? OFVlanVidMatch.UNTAGGED
              : OFVlanVidMatch.ofVlan((int) vlan));
    }
    if (packets.wants(PacketField.ETH_TYPE)) {
      builder.setExact(
          MatchField.ETH_TYPE, EthType.of((int) packets.valueOf(PacketField.ETH_TYPE)));
    }
  }

  private static void network(PacketMatch packets, Match.Builder builder) {
    if (packets.wants(PacketField.IP_SRC)) {
      address(packets, PacketField.IP_SRC, MatchField.IPV4_SRC, builder);
    }
    if (packets.wants(PacketField.IP_DST)) {
      address(packets, PacketField.IP_DST, MatchField.IPV4_DST, builder);
    }
    if (packets.wants(PacketField.PROTOCOL)) {
      builder.setExact(
          MatchField.IP_PROTO, IpProtocol.of((short) packets.valueOf(PacketField.PROTOCOL)));
    }
  }

  private static void address(
      PacketMatch packets, PacketField field, MatchField<IPv4Address> to, Match.Builder builder) {
    IPv4Address address = IPv4Address.of((int) packets.valueOf(field));
    int mask = (int) packets.maskOf(field);
    if (mask == -1) {
      builder.setExact(to, address);
    } else {
      builder.setMasked(to, address, IPv4Address.of(mask));
    }
  }

  private static void transport(PacketMatch packets, Match.Builder builder) {
    long protocol = packets.valueOf(PacketField.PROTOCOL);
    if (packets.wants(PacketField.L4_SRC)) {
      int from = (int) packets.valueOf(PacketField.L4_SRC);
      if (protocol == PacketField.Known.ICMP) {
        builder.setExact(MatchField.ICMPV4_TYPE, ICMPv4Type.of((short) from));
      } else if (protocol == PacketField.Known.ICMPV6) {
        builder.setExact(MatchField.ICMPV6_TYPE, U8.of((short) from));
      } else {
        builder.setExact(
            port(protocol, MatchField.TCP_SRC, MatchField.UDP_SRC, MatchField.SCTP_SRC),
            TransportPort.of(from));
      }
    }
    if (packets.wants(PacketField.L4_DST)) {
      int to = (int) packets.valueOf(PacketField.L4_DST);
      if (protocol == PacketField.Known.ICMP) {
        builder.setExact(MatchField.ICMPV4_CODE, ICMPv4Code.of((short) to));
      } else if (protocol == PacketField.Known.ICMPV6) {
        builder.setExact(MatchField.ICMPV6_CODE, U8.of((short) to));
      } else {
        builder.setExact(
            port(protocol, MatchField.TCP_DST, MatchField.UDP_DST, MatchField.SCTP_DST),
            TransportPort.of(to));
      }
    }
  }

  private static MatchField<TransportPort> port(
      long protocol,
      MatchField<TransportPort> tcp,
      MatchField<TransportPort> udp,
      MatchField<TransportPort> sctp) {
    return protocol == PacketField.Known.TCP ? tcp : protocol == PacketField.Known.UDP ? udp : sctp;
  }
}
