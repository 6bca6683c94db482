package maestro.network.dataplane.packet;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.openflow.FrameNumbers;

/**
 * Sets fields and TTLs of a packet. A change to a field that the packet has not does nothing.
 * Checksums stay right. Confined to one thread; allocates nothing.
 */
public final class FieldEdits {
  private static final int ECN_BITS = 3;
  private static final int IPV4_TTL_AT = 8;
  private static final int IPV6_LIMIT_AT = 7;

  private static final long[] ALL_KNOWN = allKnown();

  private final Sums sums = new Sums();

  /**
   * Sets a field.
   *
   * @param value its lower 64 bits
   * @param upper its upper ones
   */
  public void set(Packet p, Field field, long value, long upper) {
    p.edit();
    ByteBuffer b = p.bytes;
    switch (field) {
      case ETH_DST -> Sums.put(b, p.at, 6, value);
      case ETH_SRC -> Sums.put(b, p.at + 6, 6, value);
      case ETH_TYPE -> b.putShort(p.payload - 2, (short) value);
      case TUNNEL_ID -> p.tunnelId = value;
      case VLAN_VID, VLAN_PCP -> setTag(p, field == Field.VLAN_PCP, (int) value);
      case IP_DSCP, IP_ECN, IP_PROTO, IPV4_SRC, IPV4_DST, IPV6_SRC, IPV6_DST, IPV6_FLABEL ->
          setIp(p, field, value, upper);
      case ARP_OP, ARP_SPA, ARP_TPA, ARP_SHA, ARP_THA -> setArp(p, field, value);
      case MPLS_LABEL -> setShim(p, 0xf_ffff, 12, (int) value);
      case MPLS_TC -> setShim(p, 7, 9, (int) value);
      case MPLS_BOS -> setShim(p, 1, 8, (int) value);
      case PBB_ISID -> {
        if (p.has(Field.TYPE_PBB)) {
          Sums.put(b, p.payload + 1, 3, value);
        }
      }
      default -> setTransport(p, field, value, upper);
    }
    p.changed();
  }

  private static long[] allKnown() {
    long[] masks = new long[Key.WORDS];
    Arrays.fill(masks, -1);
    return masks;
  }

  private static void setTag(Packet p, boolean priority, int value) {
    if (p.vlan == Packet.NONE) {
      return;
    }
    int tci = p.unsignedShort(p.vlan + 2);
    int now = priority ? replaced(tci, 7, 13, value) : replaced(tci, Field.VLAN_ID, 0, value);
    p.bytes.putShort(p.vlan + 2, (short) now);
  }

  /** A word with other bits behind a shift. */
  private static int replaced(int word, int bits, int shift, long value) {
    return (word & ~(bits << shift)) | (((int) value & bits) << shift);
  }

  private void setIp(Packet p, Field field, long value, long upper) {
    int ip = p.payload;
    if (p.has(FrameNumbers.TYPE_IPV4)) {
      int tos = p.unsignedByte(ip + 1);
      switch (field) {
        case IP_DSCP -> sums.putIpv4(p, ip + 1, 1, replaced(tos, 0x3f, 2, value), false);
        case IP_ECN -> sums.putIpv4(p, ip + 1, 1, replaced(tos, ECN_BITS, 0, value), false);
        case IP_PROTO -> sums.putProtocol(p, (int) value);
        case IPV4_SRC -> sums.putIpv4(p, ip + 12, 4, value, true);
        case IPV4_DST -> sums.putIpv4(p, ip + 16, 4, value, true);
        default -> {
          // a field of IPv6
        }
      }
    } else if (p.has(FrameNumbers.TYPE_IPV6)) {
      int first = p.bytes.getInt(ip);
      switch (field) {
        case IP_DSCP -> p.bytes.putInt(ip, replaced(first, 0x3f, 22, value));
        case IP_ECN -> p.bytes.putInt(ip, replaced(first, ECN_BITS, 20, value));
        case IPV6_FLABEL -> p.bytes.putInt(ip, replaced(first, 0xf_ffff, 0, value));
        case IP_PROTO -> sums.putProtocol(p, (int) value);
        case IPV6_SRC -> sums.putIpv6(p, ip + 8, upper, value);
        case IPV6_DST -> sums.putIpv6(p, ip + 24, upper, value);
        default -> {
          // a field of IPv4
        }
      }
    }
  }

  private static void setArp(Packet p, Field field, long value) {
    if (!p.has(FrameNumbers.TYPE_ARP)) {
      return;
    }
    switch (field) {
      case ARP_OP -> Sums.put(p.bytes, p.payload + 6, 2, value);
      case ARP_SHA -> Sums.put(p.bytes, p.payload + 8, 6, value);
      case ARP_SPA -> Sums.put(p.bytes, p.payload + 14, 4, value);
      case ARP_THA -> Sums.put(p.bytes, p.payload + 18, 6, value);
      default -> Sums.put(p.bytes, p.payload + 24, 4, value);
    }
  }

  private static void setShim(Packet p, int bits, int shift, int value) {
    if (p.hasMpls()) {
      int shim = p.bytes.getInt(p.payload);
      p.bytes.putInt(p.payload, replaced(shim, bits, shift, value));
    }
  }

  private void setTransport(Packet p, Field field, long value, long upper) {
    if (p.transport == Packet.NONE || !field.isIn(p.key, ALL_KNOWN)) {
      return;
    }
    int at = p.transport;
    switch (field) {
      case TCP_SRC, UDP_SRC, SCTP_SRC -> sums.putTransport(p, at, 2, value);
      case TCP_DST, UDP_DST, SCTP_DST -> sums.putTransport(p, at + 2, 2, value);
      case ICMPV4_TYPE, ICMPV6_TYPE -> sums.putTransport(p, at, 1, value);
      case ICMPV4_CODE, ICMPV6_CODE -> sums.putTransport(p, at + 1, 1, value);
      case IPV6_ND_TARGET -> {
        if (p.hasNeighbor) {
          sums.putTarget(p, at + 8, upper, value);
        }
      }
      default -> {
        int link = field == Field.IPV6_ND_SLL ? p.sourceLink : p.targetLink;
        if (link != Packet.NONE) {
          sums.putTransport(p, link, 6, value);
        }
      }
    }
  }

  /**
   * Sets a port of TCP, UDP or SCTP, or the type or code of an ICMP message, as far as the packet
   * has it; as actions of OpenFlow 1.0 do.
   *
   * @param isSource the source port or the type; else the destination port or the code
   */
  public void setPort(Packet p, boolean isSource, int value) {
    p.edit();
    if (p.transport != Packet.NONE) {
      int bytes = p.get(Field.IP_PROTO) == Field.ICMP ? 1 : 2;
      sums.putTransport(p, isSource ? p.transport : p.transport + bytes, bytes, value);
      p.changed();
    }
  }

  /** Sets the TTL of IPv4 or the hop limit of IPv6. */
  public void setNetworkTtl(Packet p, int ttl) {
    p.edit();
    if (p.has(FrameNumbers.TYPE_IPV4)) {
      sums.putIpv4(p, p.payload + IPV4_TTL_AT, 1, ttl, false);
    } else if (p.has(FrameNumbers.TYPE_IPV6)) {
      p.bytes.put(p.payload + IPV6_LIMIT_AT, (byte) ttl);
    }
    p.changed();
  }

  /**
   * Takes one from the TTL of IP.
   *
   * @return false when it is at its end; then nothing is changed
   */
  public boolean decrementNetworkTtl(Packet p) {
    int ttl = networkTtl(p);
    if (ttl == Packet.NONE) {
      return true;
    }
    if (ttl <= 1) {
      return false;
    }
    setNetworkTtl(p, ttl - 1);
    return true;
  }

  /** Sets the TTL of the outermost MPLS shim. */
  public static void setMplsTtl(Packet p, int ttl) {
    p.edit();
    if (p.hasMpls()) {
      p.bytes.put(p.payload + 3, (byte) ttl);
    }
  }

  /** As {@link #decrementNetworkTtl}, with the outermost MPLS shim. */
  public static boolean decrementMplsTtl(Packet p) {
    p.edit();
    if (!p.hasMpls()) {
      return true;
    }
    int ttl = p.unsignedByte(p.payload + 3);
    if (ttl <= 1) {
      return false;
    }
    p.bytes.put(p.payload + 3, (byte) (ttl - 1));
    return true;
  }

  /** Copies the TTL of the outermost MPLS shim to the next header with one, or the other way. */
  public void copyTtl(Packet p, boolean inwards) {
    p.edit();
    if (!p.hasMpls()) {
      return;
    }
    int next = p.payload + Packet.TAG_BYTES;
    boolean last = (p.unsignedByte(p.payload + 2) & 1) != 0;
    int bytesLeft = p.end - next;
    int version = bytesLeft > 0 ? p.unsignedByte(next) >>> 4 : 0;
    if (!last && bytesLeft >= Packet.TAG_BYTES) {
      copy(p, next + 3, inwards);
    } else if (last && version == 4 && bytesLeft >= 20) {
      int before = p.unsignedByte(next + IPV4_TTL_AT);
      copy(p, next + IPV4_TTL_AT, inwards);
      Sums.patch(p.bytes, next + 10, before << 8, p.unsignedByte(next + IPV4_TTL_AT) << 8);
    } else if (last && version == 6 && bytesLeft >= Headers.IPV6_BYTES) {
      copy(p, next + IPV6_LIMIT_AT, inwards);
    }
  }

  private static void copy(Packet p, int inner, boolean inwards) {
    int outer = p.payload + 3;
    p.bytes.put(inwards ? inner : outer, p.bytes.get(inwards ? outer : inner));
  }

  /** The TTL of IP, or {@link Packet#NONE}. */
  static int networkTtl(Packet p) {
    p.refresh();
    if (p.has(FrameNumbers.TYPE_IPV4)) {
      return p.unsignedByte(p.payload + IPV4_TTL_AT);
    }
    return p.has(FrameNumbers.TYPE_IPV6) ? p.unsignedByte(p.payload + IPV6_LIMIT_AT) : Packet.NONE;
  }
}
