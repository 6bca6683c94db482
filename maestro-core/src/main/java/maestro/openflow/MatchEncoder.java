package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * Writes matches of in-port, both Ethernet addresses and further {@link MatchFields}, with the
 * values of a frame.
 *
 * <pre>
 *  1.0   0           4         6         12        18        20    22        24    25
 *        | wildcards | in_port | eth_src | eth_dst | vlan_id | pcp | ethType | tos | protocol | …
 *        28         32         36       38       40
 *        | ipv4_src | ipv4_dst | l4_src | l4_dst |
 *        with ARP: operation in protocol, sender and target in ipv4_src and ipv4_dst;
 *        with ICMP: type and code in l4_src and l4_dst
 *  1.3   a list of fields, see {@link Oxm}, each behind those that it presupposes
 * </pre>
 *
 * <p>Stateless.
 */
final class MatchEncoder {
  static final int BYTES_10 = 40;

  /**
   * The longest match of 1.3: header, port, addresses, VLAN, type, protocol, two IPv4 addresses and
   * two ports are 77 bytes, and the zeros behind them need 8.
   */
  static final int MOST_BYTES_13 = 88;

  private static final int IN_PORT_10 = 4;
  private static final int ETH_SRC_10 = 6;
  private static final int ETH_DST_10 = 12;
  private static final int VLAN_10 = 18;
  private static final int ETH_TYPE_10 = 22;
  private static final int PROTOCOL_10 = 25;
  private static final int IPV4_SRC_10 = 28;
  private static final int IPV4_DST_10 = 32;
  private static final int L4_SRC_10 = 36;
  private static final int L4_DST_10 = 38;

  private static final int WILD_VLAN_10 = 1 << 1;
  private static final int WILD_ETH_TYPE_10 = 1 << 4;
  private static final int WILD_PROTOCOL_10 = 1 << 5;
  private static final int WILD_L4_SRC_10 = 1 << 6;
  private static final int WILD_L4_DST_10 = 1 << 7;
  private static final int WILD_IPV4_SRC_10 = 0x3f << 8;
  private static final int WILD_IPV4_DST_10 = 0x3f << 14;

  private static final int NO_VLAN_10 = 0xffff;
  private static final int VLAN_PRESENT_13 = 0x1000;
  private static final int NO_VLAN_13 = 0;

  private MatchEncoder() {}

  /**
   * Writes the 40 bytes of a 1.0 match.
   *
   * @param fields bits from {@link MatchFields#sayable}
   * @param vlan 0..4095, or -1 for untagged; used only with {@link MatchFields#VLAN}
   */
  static void encode10(
      ByteBuffer out,
      int at,
      int fields,
      int inPort,
      long ethSrc,
      long ethDst,
      int vlan,
      FrameFlyweight frame) {
    for (int i = 0; i < BYTES_10; i += Long.BYTES) {
      out.putLong(at + i, 0);
    }
    int wild =
        FlowModFlyweight.WILD_ALL_10
            & ~(FlowModFlyweight.WILD_IN_PORT_10
                | FlowModFlyweight.WILD_ETH_SRC_10
                | FlowModFlyweight.WILD_ETH_DST_10);
    out.putShort(at + IN_PORT_10, (short) OpenFlow.port13To10(inPort));
    address(out, at + ETH_SRC_10, ethSrc);
    address(out, at + ETH_DST_10, ethDst);
    if ((fields & MatchFields.VLAN) != 0) {
      wild &= ~WILD_VLAN_10;
      out.putShort(at + VLAN_10, (short) (vlan < 0 ? NO_VLAN_10 : vlan));
    }
    if ((fields & MatchFields.ETH_TYPE) != 0) {
      wild &= ~WILD_ETH_TYPE_10;
      out.putShort(at + ETH_TYPE_10, (short) frame.ethType());
      wild &= ~network10(out, at, fields, frame);
      wild &= ~transport10(out, at, fields, frame);
    }
    out.putInt(at, wild);
  }

  /** Writes addresses and protocol of IP or ARP. Returns the wildcard bits to clear. */
  private static int network10(ByteBuffer out, int at, int fields, FrameFlyweight frame) {
    int said = 0;
    boolean isArp = frame.isArp();
    if ((fields & (MatchFields.IP_PROTO | MatchFields.ARP_OPERATION)) != 0) {
      said |= WILD_PROTOCOL_10;
      out.put(at + PROTOCOL_10, (byte) (isArp ? frame.arpOperation() : frame.ipProtocol()));
    }
    if ((fields & (MatchFields.IPV4_SRC | MatchFields.ARP_SENDER_IPV4)) != 0) {
      said |= WILD_IPV4_SRC_10;
      out.putInt(at + IPV4_SRC_10, isArp ? frame.arpSenderIpv4() : frame.ipv4Src());
    }
    if ((fields & (MatchFields.IPV4_DST | MatchFields.ARP_TARGET_IPV4)) != 0) {
      said |= WILD_IPV4_DST_10;
      out.putInt(at + IPV4_DST_10, isArp ? frame.arpTargetIpv4() : frame.ipv4Dst());
    }
    return said;
  }

  private static int transport10(ByteBuffer out, int at, int fields, FrameFlyweight frame) {
    int said = 0;
    if ((fields & MatchFields.L4_SRC) != 0) {
      said |= WILD_L4_SRC_10;
      out.putShort(at + L4_SRC_10, (short) frame.l4Src());
    }
    if ((fields & MatchFields.L4_DST) != 0) {
      said |= WILD_L4_DST_10;
      out.putShort(at + L4_DST_10, (short) frame.l4Dst());
    }
    return said;
  }

  /**
   * Writes a 1.3 match and zeros up to a multiple of eight, and up to seven more zeros behind them.
   *
   * @param fields bits from {@link MatchFields#sayable}
   * @param vlan 0..4095, or -1 for untagged; used only with {@link MatchFields#VLAN}
   * @return bytes of the match, padding included
   */
  static int encode13(
      ByteBuffer out,
      int at,
      int fields,
      int inPort,
      long ethSrc,
      long ethDst,
      int vlan,
      FrameFlyweight frame) {
    int end = number32(out, at + Oxm.MATCH_HEADER_BYTES, Oxm.IN_PORT, inPort);
    out.putInt(end, Oxm.ETH_DST);
    address(out, Oxm.payload(end), ethDst);
    end = Oxm.payload(end) + 6;
    out.putInt(end, Oxm.ETH_SRC);
    address(out, Oxm.payload(end), ethSrc);
    end = Oxm.payload(end) + 6;
    if ((fields & MatchFields.ETH_TYPE) != 0) {
      end = number16(out, end, Oxm.ETH_TYPE, frame.ethType());
    }
    if ((fields & MatchFields.VLAN) != 0) {
      end = number16(out, end, Oxm.VLAN, vlan < 0 ? NO_VLAN_13 : vlan | VLAN_PRESENT_13);
    }
    if ((fields & MatchFields.ETH_TYPE) != 0) {
      end = frame.isArp() ? arp13(out, end, fields, frame) : ip13(out, end, fields, frame);
    }
    int length = end - at;
    out.putInt(at, Oxm.MATCH_TYPE | length);
    out.putLong(end, 0);
    return Oxm.padded(length);
  }

  private static int arp13(ByteBuffer out, int at, int fields, FrameFlyweight frame) {
    int end = at;
    if ((fields & MatchFields.ARP_OPERATION) != 0) {
      end = number16(out, end, Oxm.ARP_OPERATION, frame.arpOperation());
    }
    if ((fields & MatchFields.ARP_SENDER_IPV4) != 0) {
      end = number32(out, end, Oxm.ARP_SENDER_IPV4, frame.arpSenderIpv4());
    }
    if ((fields & MatchFields.ARP_TARGET_IPV4) != 0) {
      end = number32(out, end, Oxm.ARP_TARGET_IPV4, frame.arpTargetIpv4());
    }
    return end;
  }

  private static int ip13(ByteBuffer out, int at, int fields, FrameFlyweight frame) {
    int end = at;
    if ((fields & MatchFields.IP_PROTO) != 0) {
      end = number8(out, end, Oxm.IP_PROTO, frame.ipProtocol());
    }
    if ((fields & MatchFields.IPV4_SRC) != 0) {
      end = number32(out, end, Oxm.IPV4_SRC, frame.ipv4Src());
    }
    if ((fields & MatchFields.IPV4_DST) != 0) {
      end = number32(out, end, Oxm.IPV4_DST, frame.ipv4Dst());
    }
    if ((fields & MatchFields.L4_SRC) != 0) {
      end = transport(out, end, Oxm.l4Src(frame.ipProtocol()), frame.l4Src());
    }
    if ((fields & MatchFields.L4_DST) != 0) {
      end = transport(out, end, Oxm.l4Dst(frame.ipProtocol()), frame.l4Dst());
    }
    return end;
  }

  private static int transport(ByteBuffer out, int at, int header, int value) {
    return Oxm.payloadBytes(header) == 1
        ? number8(out, at, header, value)
        : number16(out, at, header, value);
  }

  private static int number8(ByteBuffer out, int at, int header, int value) {
    out.putInt(at, header);
    out.put(Oxm.payload(at), (byte) value);
    return Oxm.payload(at) + 1;
  }

  private static int number16(ByteBuffer out, int at, int header, int value) {
    out.putInt(at, header);
    out.putShort(Oxm.payload(at), (short) value);
    return Oxm.payload(at) + 2;
  }

  private static int number32(ByteBuffer out, int at, int header, int value) {
    out.putInt(at, header);
    out.putInt(Oxm.payload(at), value);
    return Oxm.payload(at) + 4;
  }

  private static void address(ByteBuffer out, int at, long address) {
    out.putShort(at, (short) (address >>> 32));
    out.putInt(at + 2, (int) address);
  }
}
