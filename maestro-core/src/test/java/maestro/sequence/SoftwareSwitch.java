package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.protocol.match.MatchFields;
import org.projectfloodlight.openflow.types.ArpOpcode;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.ICMPv4Code;
import org.projectfloodlight.openflow.types.ICMPv4Type;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IPv6Address;
import org.projectfloodlight.openflow.types.IpProtocol;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.U8;

/**
 * What a switch does with packets by the entries it was told, written from the specifications of
 * OpenFlow 1.0 and 1.3 over openflowj's reading of the messages. Where the specifications, or
 * switches, differ in what they look up of a packet, it can be any of them.
 */
final class SoftwareSwitch {
  /**
   * What a switch looks up.
   *
   * @param tags how many tags it looks behind for the Ethernet type
   * @param firstFragmentHasPorts as with Open vSwitch; OpenFlow 1.0 says ports 0
   * @param extensions whether it goes over the extension headers of IPv6
   */
  record Kind(int tags, boolean firstFragmentHasPorts, boolean extensions) {
    static List<Kind> all() {
      List<Kind> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        all.add(new Kind(1 + (i & 1), (i & 2) != 0, (i & 4) != 0));
      }
      return all;
    }
  }

  /** An entry: what each field must be, and where packets go; port 0 drops. */
  record Entry(List<Wanted> wanted, int port, String text) {
    boolean matches(Packet packet) {
      return wanted.stream().allMatch(w -> packet.value(w.field()) == w.value());
    }
  }

  record Wanted(MatchFields field, long value) {}

  private static final int NO_VLAN_10 = 0xffff;

  private SoftwareSwitch() {}

  /**
   * Reads an entry. Each field must be exact, and have before it what OpenFlow wants there.
   *
   * @param vlan10 the VLAN id on the wire of 1.0, which openflowj reads as untagged when it is 0
   */
  static Entry entry(OFFlowMod message, int vlan10) {
    boolean is10 = message.getVersion().getWireVersion() == 1;
    Match match = message.getMatch();
    List<Wanted> wanted = new ArrayList<>();
    for (MatchField<?> field : match.getMatchFields()) {
      assertThat(match.isExact(field)).isTrue();
      assertThat(field.arePrerequisitesOK(match)).as(field.getName()).isTrue();
      boolean isVlan10 = is10 && field.id == MatchFields.VLAN_VID;
      long vlan = vlan10 == NO_VLAN_10 ? Packet.NONE : vlan10;
      wanted.add(new Wanted(field.id, isVlan10 ? vlan : number(match.get(field))));
    }
    List<OFAction> actions =
        is10
            ? message.getActions()
            : message.getInstructions().stream()
                .map(OFInstructionApplyActions.class::cast)
                .flatMap(i -> i.getActions().stream())
                .toList();
    assertThat(actions).hasSizeLessThan(2);
    int port = actions.isEmpty() ? 0 : ((OFActionOutput) actions.get(0)).getPort().getPortNumber();
    return new Entry(wanted, port, match.toString());
  }

  private static long number(Object value) {
    if (value instanceof OFVlanVidMatch vlan) {
      return vlan.equals(OFVlanVidMatch.UNTAGGED) ? Packet.NONE : vlan.getVlan();
    }
    if (value instanceof OFPort port) {
      return port.getPortNumber();
    }
    if (value instanceof MacAddress address) {
      return address.getLong();
    }
    if (value instanceof EthType type) {
      return type.getValue();
    }
    if (value instanceof IpProtocol protocol) {
      return protocol.getIpProtocolNumber();
    }
    if (value instanceof IPv4Address address) {
      return address.getInt();
    }
    if (value instanceof IPv6Address address) {
      return number(ByteBuffer.wrap(address.getBytes()), 0);
    }
    if (value instanceof TransportPort port) {
      return port.getPort();
    }
    if (value instanceof ICMPv4Type type) {
      return type.getType();
    }
    if (value instanceof ICMPv4Code code) {
      return code.getCode();
    }
    if (value instanceof U8 octet) {
      return octet.getValue();
    }
    return ((ArpOpcode) value).getOpcode();
  }

  /** A number for the IPv6 address that begins there. */
  private static long number(ByteBuffer b, int at) {
    return 31 * b.getLong(at) + b.getLong(at + Long.BYTES);
  }

  /** A packet as a switch looks it up. */
  static final class Packet {
    private static final int NONE = -1;

    private final int version;
    private final int inPort;
    private final long ethSrc;
    private final long ethDst;
    private int vlan = NONE;
    private int type;
    private long protocol = NONE;
    private long ipv4Src = NONE;
    private long ipv4Dst = NONE;
    private long ipv6Src = NONE;
    private long ipv6Dst = NONE;
    private long l4Src = NONE;
    private long l4Dst = NONE;
    private long arpOperation = NONE;

    Packet(int version, int inPort, byte[] bytes, Kind kind) {
      this.version = version;
      this.inPort = inPort;
      ByteBuffer b = ByteBuffer.wrap(bytes);
      ethDst = b.getLong(0) >>> 16;
      ethSrc = b.getLong(6) >>> 16;
      type = b.getShort(12) & 0xffff;
      int at = 14;
      for (int tags = 0; tags < kind.tags() && type == 0x8100; tags++) {
        vlan = tags == 0 ? b.getShort(at) & 0xfff : vlan;
        type = b.getShort(at + 2) & 0xffff;
        at += 4;
      }
      switch (type) {
        case 0x0800 -> readIpv4(b, at, kind);
        case 0x86dd -> readIpv6(b, at, kind);
        case 0x0806 -> {
          arpOperation = b.getShort(at + 6) & (version == 1 ? 0xff : 0xffff);
          ipv4Src = b.getInt(at + 14);
          ipv4Dst = b.getInt(at + 24);
        }
        default -> {}
      }
    }

    private void readIpv4(ByteBuffer b, int at, Kind kind) {
      protocol = b.get(at + 9) & 0xff;
      ipv4Src = b.getInt(at + 12);
      ipv4Dst = b.getInt(at + 16);
      int fragment = b.getShort(at + 6) & 0x3fff;
      boolean hasPorts = fragment == 0 || (fragment == 0x2000 && kind.firstFragmentHasPorts());
      readPorts(b, at + 20, hasPorts, 1);
    }

    private void readIpv6(ByteBuffer b, int at, Kind kind) {
      protocol = b.get(at + 6) & 0xff;
      ipv6Src = number(b, at + 8);
      ipv6Dst = number(b, at + 24);
      int next = at + 40;
      boolean isExtension = protocol == 0 || protocol == 44;
      if (isExtension && !kind.extensions()) {
        return;
      }
      boolean hasPorts = true;
      if (isExtension) {
        boolean isLater = protocol == 44 && (b.getShort(next + 2) & 0xfff8) != 0;
        hasPorts = !isLater;
        protocol = isLater ? 44 : b.get(next) & 0xff;
        next += 8;
      }
      readPorts(b, next, hasPorts, 58);
    }

    private void readPorts(ByteBuffer b, int at, boolean hasPorts, int icmp) {
      if (protocol == icmp) {
        l4Src = hasPorts ? b.get(at) & 0xff : 0;
        l4Dst = hasPorts ? b.get(at + 1) & 0xff : 0;
      } else if (protocol == 6 || protocol == 17 || protocol == 132) {
        l4Src = hasPorts ? b.getShort(at) & 0xffff : 0;
        l4Dst = hasPorts ? b.getShort(at + 2) & 0xffff : 0;
      }
    }

    long value(MatchFields field) {
      return switch (field) {
        case IN_PORT -> inPort;
        case ETH_SRC -> ethSrc;
        case ETH_DST -> ethDst;
        case VLAN_VID -> vlan;
        case ETH_TYPE -> type;
        case IP_PROTO -> protocol;
        case IPV4_SRC, ARP_SPA -> ipv4Src;
        case IPV4_DST, ARP_TPA -> ipv4Dst;
        case IPV6_SRC -> ipv6Src;
        case IPV6_DST -> ipv6Dst;
        case TCP_SRC, UDP_SRC, SCTP_SRC, ICMPV4_TYPE, ICMPV6_TYPE -> l4Src;
        case TCP_DST, UDP_DST, SCTP_DST, ICMPV4_CODE, ICMPV6_CODE -> l4Dst;
        case ARP_OP -> arpOperation;
        default -> throw new AssertionError(version + ": " + field);
      };
    }
  }
}
