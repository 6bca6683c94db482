package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.FrameNumbers;
import maestro.openflow.OpenFlow;
import maestro.openflow.Oxm;

/**
 * Writes matches of {@link MatchFields}, with the values of a frame. Of IP addresses it may be a
 * prefix: an int has the lengths, 0 for the whole, a byte each: from the lowest on, IPv4 source,
 * IPv4 destination, IPv6 source, IPv6 destination.
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
   * The longest match of 1.3 without IPv6: header, port, addresses, VLAN, type, protocol, two
   * prefixes of IPv4 addresses and two ports are 85 bytes, and the zeros behind them need 8.
   */
  private static final int MOST_BYTES_13 = 96;

  /** What two prefixes of IPv6 addresses and the target of a neighbour need more. */
  private static final int MORE_BYTES_OF_IPV6 = 2 * 36 + 20;

  private static final int IPV6_FIELDS =
      MatchFields.IPV6_SRC | MatchFields.IPV6_DST | MatchFields.ND_TARGET;

  private static final int IPV4_BITS = 32;

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

  /** Six bits: how many low bits of the address are not matched. */
  private static final int SHIFT_IPV4_SRC_10 = 8;

  private static final int SHIFT_IPV4_DST_10 = 14;
  private static final int WILD_IPV4_SRC_10 = 0x3f << SHIFT_IPV4_SRC_10;
  private static final int WILD_IPV4_DST_10 = 0x3f << SHIFT_IPV4_DST_10;

  private static final int NO_VLAN_10 = 0xffff;
  private static final int VLAN_PRESENT_13 = 0x1000;
  private static final int NO_VLAN_13 = 0;

  private MatchEncoder() {}

  /** The room that {@link #encode13} needs. */
  static int mostBytes13(int fields) {
    return (fields & IPV6_FIELDS) == 0 ? MOST_BYTES_13 : MOST_BYTES_13 + MORE_BYTES_OF_IPV6;
  }

  /** The length of the IPv4 prefix in the lowest byte: 1 to 32. */
  private static int ipv4Bits(int prefixes) {
    int bits = prefixes & 0xff;
    return bits == 0 ? IPV4_BITS : bits;
  }

  private static int ipv4Mask(int prefixes) {
    return -1 << (IPV4_BITS - ipv4Bits(prefixes));
  }

  /**
   * Writes the 40 bytes of a 1.0 match.
   *
   * @param fields bits from {@link MatchFields#expressible}
   * @param vlan 0..4095, or -1 for untagged; used only with {@link MatchFields#VLAN}
   */
  static void encode10(
      ByteBuffer out,
      int at,
      int fields,
      int prefixes,
      int inPort,
      long ethSrc,
      long ethDst,
      int vlan,
      FrameFlyweight frame) {
    for (int i = 0; i < BYTES_10; i += Long.BYTES) {
      out.putLong(at + i, 0);
    }
    int wild = FlowModFlyweight.WILD_ALL_10;
    if ((fields & MatchFields.IN_PORT) != 0) {
      wild &= ~FlowModFlyweight.WILD_IN_PORT_10;
      out.putShort(at + IN_PORT_10, (short) OpenFlow.port13To10(inPort));
    }
    if ((fields & MatchFields.ETH_SRC) != 0) {
      wild &= ~FlowModFlyweight.WILD_ETH_SRC_10;
      address(out, at + ETH_SRC_10, ethSrc);
    }
    if ((fields & MatchFields.ETH_DST) != 0) {
      wild &= ~FlowModFlyweight.WILD_ETH_DST_10;
      address(out, at + ETH_DST_10, ethDst);
    }
    if ((fields & MatchFields.VLAN) != 0) {
      wild &= ~WILD_VLAN_10;
      out.putShort(at + VLAN_10, (short) (vlan < 0 ? NO_VLAN_10 : vlan));
    }
    if ((fields & MatchFields.ETH_TYPE) != 0) {
      wild &= ~WILD_ETH_TYPE_10;
      out.putShort(at + ETH_TYPE_10, (short) frame.ethType());
      wild = network10(out, at, fields, prefixes, wild, frame);
      wild &= ~transport10(out, at, fields, frame);
    }
    out.putInt(at, wild);
  }

  /** Writes addresses and protocol of IP or ARP. Returns the wildcards with theirs cleared. */
  private static int network10(
      ByteBuffer out, int at, int fields, int prefixes, int wildBefore, FrameFlyweight frame) {
    int wild = wildBefore;
    boolean isArp = frame.isArp();
    if ((fields & (MatchFields.IP_PROTO | MatchFields.ARP_OPERATION)) != 0) {
      wild &= ~WILD_PROTOCOL_10;
      out.put(at + PROTOCOL_10, (byte) (isArp ? frame.arpOperation() : frame.ipProtocol()));
    }
    if ((fields & MatchFields.ARP_SENDER_IPV4) != 0) {
      wild &= ~WILD_IPV4_SRC_10;
      out.putInt(at + IPV4_SRC_10, frame.arpSenderIpv4());
    } else if ((fields & MatchFields.IPV4_SRC) != 0) {
      wild &= ~WILD_IPV4_SRC_10;
      wild |= (IPV4_BITS - ipv4Bits(prefixes)) << SHIFT_IPV4_SRC_10;
      out.putInt(at + IPV4_SRC_10, frame.ipv4Src() & ipv4Mask(prefixes));
    }
    if ((fields & MatchFields.ARP_TARGET_IPV4) != 0) {
      wild &= ~WILD_IPV4_DST_10;
      out.putInt(at + IPV4_DST_10, frame.arpTargetIpv4());
    } else if ((fields & MatchFields.IPV4_DST) != 0) {
      int ofDst = prefixes >>> Byte.SIZE;
      wild &= ~WILD_IPV4_DST_10;
      wild |= (IPV4_BITS - ipv4Bits(ofDst)) << SHIFT_IPV4_DST_10;
      out.putInt(at + IPV4_DST_10, frame.ipv4Dst() & ipv4Mask(ofDst));
    }
    return wild;
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
   * @param fields bits from {@link MatchFields#expressible}
   * @param vlan 0..4095, or -1 for untagged; used only with {@link MatchFields#VLAN}
   * @return bytes of the match, padding included
   */
  static int encode13(
      ByteBuffer out,
      int at,
      int fields,
      int prefixes,
      int inPort,
      long ethSrc,
      long ethDst,
      int vlan,
      FrameFlyweight frame) {
    int end = link13(out, at + Oxm.MATCH_HEADER_BYTES, fields, inPort, ethSrc, ethDst);
    if ((fields & MatchFields.ETH_TYPE) != 0) {
      end = number16(out, end, Oxm.ETH_TYPE, frame.ethType());
    }
    if ((fields & MatchFields.VLAN) != 0) {
      end = number16(out, end, Oxm.VLAN, vlan < 0 ? NO_VLAN_13 : vlan | VLAN_PRESENT_13);
    }
    if ((fields & MatchFields.ETH_TYPE) != 0) {
      end =
          frame.isArp() ? arp13(out, end, fields, frame) : ip13(out, end, fields, prefixes, frame);
    }
    int length = end - at;
    out.putInt(at, Oxm.MATCH_TYPE | length);
    out.putLong(end, 0);
    return Oxm.padded(length);
  }

  private static int link13(
      ByteBuffer out, int at, int fields, int inPort, long ethSrc, long ethDst) {
    int end = at;
    if ((fields & MatchFields.IN_PORT) != 0) {
      end = number32(out, end, Oxm.IN_PORT, inPort);
    }
    if ((fields & MatchFields.ETH_DST) != 0) {
      out.putInt(end, Oxm.ETH_DST);
      address(out, Oxm.payload(end), ethDst);
      end = Oxm.payload(end) + 6;
    }
    if ((fields & MatchFields.ETH_SRC) != 0) {
      out.putInt(end, Oxm.ETH_SRC);
      address(out, Oxm.payload(end), ethSrc);
      end = Oxm.payload(end) + 6;
    }
    return end;
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

  private static int ip13(ByteBuffer out, int at, int fields, int prefixes, FrameFlyweight frame) {
    int end = at;
    if ((fields & MatchFields.IP_PROTO) != 0) {
      end = number8(out, end, Oxm.IP_PROTO, frame.ipProtocol());
    }
    if ((fields & MatchFields.IPV4_SRC) != 0) {
      end = ipv4(out, end, Oxm.IPV4_SRC, frame.ipv4Src(), prefixes);
    }
    if ((fields & MatchFields.IPV4_DST) != 0) {
      end = ipv4(out, end, Oxm.IPV4_DST, frame.ipv4Dst(), prefixes >>> Byte.SIZE);
    }
    boolean isIcmp6 = frame.ipProtocol() == FrameNumbers.PROTOCOL_ICMPV6;
    if (!isIcmp6) {
      end = transport13(out, end, fields, frame);
    }
    if ((fields & IPV6_FIELDS) != 0) {
      end = ipv6(out, end, fields, prefixes >>> (2 * Byte.SIZE), frame);
    }
    if (isIcmp6) {
      end = transport13(out, end, fields, frame);
    }
    if ((fields & MatchFields.ND_TARGET) != 0) { // behind the ICMP type, which it presupposes
      end = whole(out, end, Oxm.ND_TARGET, frame.ndTargetHigh(), frame.ndTargetLow());
    }
    return end;
  }

  private static int transport13(ByteBuffer out, int at, int fields, FrameFlyweight frame) {
    int end = at;
    if ((fields & MatchFields.L4_SRC) != 0) {
      end = transport(out, end, Oxm.l4Src(frame.ipProtocol()), frame.l4Src());
    }
    if ((fields & MatchFields.L4_DST) != 0) {
      end = transport(out, end, Oxm.l4Dst(frame.ipProtocol()), frame.l4Dst());
    }
    return end;
  }

  /** The lowest byte of the prefixes is the address's, here and below. */
  private static int ipv4(ByteBuffer out, int at, int header, int address, int prefixes) {
    if ((prefixes & 0xff) == 0) {
      return number32(out, at, header, address);
    }
    int mask = ipv4Mask(prefixes);
    int end = number32(out, at, Oxm.masked(header), address & mask);
    out.putInt(end, mask);
    return end + Integer.BYTES;
  }

  private static int ipv6(ByteBuffer out, int at, int fields, int prefixes, FrameFlyweight frame) {
    int end = at;
    if ((fields & MatchFields.IPV6_SRC) != 0) {
      end = prefix(out, end, Oxm.IPV6_SRC, frame.ipv6SrcHigh(), frame.ipv6SrcLow(), prefixes);
    }
    if ((fields & MatchFields.IPV6_DST) != 0) {
      int ofDst = prefixes >>> Byte.SIZE;
      end = prefix(out, end, Oxm.IPV6_DST, frame.ipv6DstHigh(), frame.ipv6DstLow(), ofDst);
    }
    return end;
  }

  private static int prefix(ByteBuffer out, int at, int header, long high, long low, int prefixes) {
    int bits = prefixes & 0xff;
    if (bits == 0) {
      return whole(out, at, header, high, low);
    }
    long maskHigh = bits >= Long.SIZE ? -1 : -1L << (Long.SIZE - bits);
    long maskLow = bits <= Long.SIZE ? 0 : -1L << (2 * Long.SIZE - bits);
    int end = whole(out, at, Oxm.masked(header), high & maskHigh, low & maskLow);
    out.putLong(end, maskHigh);
    out.putLong(end + Long.BYTES, maskLow);
    return end + 2 * Long.BYTES;
  }

  private static int whole(ByteBuffer out, int at, int header, long high, long low) {
    out.putInt(at, header);
    out.putLong(Oxm.payload(at), high);
    out.putLong(Oxm.payload(at) + Long.BYTES, low);
    return Oxm.payload(at) + 2 * Long.BYTES;
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
