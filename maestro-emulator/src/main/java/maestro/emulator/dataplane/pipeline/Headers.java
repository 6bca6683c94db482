package maestro.emulator.dataplane.pipeline;

import maestro.openflow.FrameNumbers;

/**
 * Reads what lies behind the Ethernet header of a packet into its key, and notes where the headers
 * are. A header that is cut off is not there; of later fragments only the IP header is. Stateless;
 * allocates nothing.
 */
final class Headers {
  /** The bits of IPV6_EXTHDR. */
  static final int NO_NEXT = 1;

  static final int ENCRYPTED = 1 << 1;
  static final int AUTHENTICATION = 1 << 2;
  static final int DESTINATION = 1 << 3;
  static final int FRAGMENT = 1 << 4;
  static final int ROUTER = 1 << 5;
  static final int HOP_BY_HOP = 1 << 6;
  static final int REPEATED = 1 << 7;
  static final int UNORDERED = 1 << 8;

  static final int IPV6_BYTES = 40;

  private static final int PBB_BYTES = 16;
  private static final int IPV4_BYTES = 20;
  private static final int ARP_BYTES = 28;
  private static final long ARP_ETHERNET_IPV4 = 0x0001_0800_0604L;
  private static final int MORE_FRAGMENTS = 0x2000;
  private static final int FRAGMENT_OFFSET = 0x1fff;
  private static final int EXTENSION_BYTES = 8;
  private static final int NEIGHBOR_BYTES = 24;
  private static final int SOURCE_LINK = 1;
  private static final int TARGET_LINK = 2;

  /** Where the extension headers of RFC 8200 stand in their order; twice for DESTINATION. */
  private static final int FIRST_DESTINATION_RANK = 1;

  private static final int ROUTER_RANK = 2;
  private static final int LAST_RANK = 6;

  private Headers() {}

  static void read(Packet p, int type) {
    int left = p.end - p.payload;
    switch (type) {
      case FrameNumbers.TYPE_IPV4 -> {
        if (left >= IPV4_BYTES) {
          readIpv4(p, p.payload, left);
        }
      }
      case FrameNumbers.TYPE_IPV6 -> {
        if (left >= IPV6_BYTES && p.unsignedByte(p.payload) >>> 4 == 6) {
          readIpv6(p, p.payload);
        }
      }
      case FrameNumbers.TYPE_ARP -> {
        if (left >= ARP_BYTES && p.bytes.getLong(p.payload) >>> 16 == ARP_ETHERNET_IPV4) {
          readArp(p, p.payload);
        }
      }
      case Field.TYPE_MPLS, Field.TYPE_MPLS_MULTICAST -> {
        if (left >= Packet.TAG_BYTES) {
          p.mpls = p.payload;
          int shim = p.bytes.getInt(p.payload);
          p.set(Field.MPLS_LABEL, shim >>> 12);
          p.set(Field.MPLS_TC, shim >>> 9 & 7);
          p.set(Field.MPLS_BOS, shim >>> 8 & 1);
        }
      }
      case Field.TYPE_PBB -> {
        if (left >= PBB_BYTES) {
          p.pbb = p.payload;
          p.set(Field.PBB_ISID, p.bytes.getInt(p.payload) & 0xff_ffff);
        }
      }
      default -> {
        // nothing that a match could name
      }
    }
  }

  private static void readArp(Packet p, int arp) {
    p.arp = arp;
    p.set(Field.ARP_OP, p.unsignedShort(arp + 6));
    p.set(Field.ARP_SHA, p.bytes.getLong(arp + 8) >>> 16);
    p.set(Field.ARP_SPA, p.bytes.getInt(arp + 14) & 0xffff_ffffL);
    p.set(Field.ARP_THA, p.bytes.getLong(arp + 18) >>> 16);
    p.set(Field.ARP_TPA, p.bytes.getInt(arp + 24) & 0xffff_ffffL);
  }

  private static void readIpv4(Packet p, int header, int left) {
    int versionAndWords = p.unsignedByte(header);
    int headerBytes = (versionAndWords & 0xf) * 4;
    if (versionAndWords >>> 4 != 4 || headerBytes < IPV4_BYTES || headerBytes > left) {
      return;
    }
    p.ipv4 = header;
    p.protocolAt = header + 9;
    int protocol = p.unsignedByte(header + 9);
    p.set(Field.IP_DSCP, p.unsignedByte(header + 1) >>> 2);
    p.set(Field.IP_ECN, p.unsignedByte(header + 1) & 3);
    p.set(Field.IP_PROTO, protocol);
    p.set(Field.IPV4_SRC, p.bytes.getInt(header + 12) & 0xffff_ffffL);
    p.set(Field.IPV4_DST, p.bytes.getInt(header + 16) & 0xffff_ffffL);
    int fragments = p.unsignedShort(header + 6);
    p.fragment = (fragments & (MORE_FRAGMENTS | FRAGMENT_OFFSET)) != 0;
    int packetEnd = Math.min(p.end, header + p.unsignedShort(header + 2));
    if ((fragments & FRAGMENT_OFFSET) == 0) {
      readTransport(p, header + headerBytes, packetEnd, protocol);
    }
  }

  private static void readIpv6(Packet p, int header) {
    p.ipv6 = header;
    int first = p.bytes.getInt(header);
    p.set(Field.IP_DSCP, first >>> 22 & 0x3f);
    p.set(Field.IP_ECN, first >>> 20 & 3);
    p.set(Field.IPV6_FLABEL, first & 0xf_ffff);
    setLong(p, Field.IPV6_SRC, header + 8);
    setLong(p, Field.IPV6_DST, header + 24);
    int packetEnd = Math.min(p.end, header + IPV6_BYTES + p.unsignedShort(header + 4));
    int next = header + IPV6_BYTES;
    int rank = 0;
    int seen = 0;
    boolean firstFragment = true;
    p.protocolAt = header + 6;
    int protocol = p.unsignedByte(p.protocolAt);
    int bit = extension(protocol);
    while (bit != 0) {
      int its = rank(protocol, rank);
      boolean again = (seen & bit) != 0 && (bit != DESTINATION || its < LAST_RANK);
      seen |= bit | (again ? REPEATED : 0) | (its < rank ? UNORDERED : 0);
      rank = Math.max(rank, its);
      if (bit == NO_NEXT || bit == ENCRYPTED || packetEnd - next < EXTENSION_BYTES) {
        break;
      }
      if (bit == FRAGMENT) {
        p.fragment = true;
        firstFragment &= p.unsignedShort(next + 2) >>> 3 == 0;
      }
      p.protocolAt = next;
      protocol = p.unsignedByte(next);
      next += extensionBytes(bit, p.unsignedByte(next + 1));
      bit = firstFragment ? extension(protocol) : 0;
    }
    p.set(Field.IPV6_EXTHDR, seen);
    p.set(Field.IP_PROTO, protocol);
    if (firstFragment && bit == 0) {
      readTransport(p, next, packetEnd, protocol);
    }
  }

  /** The bit of an extension header; 0 for what is none. */
  private static int extension(int protocol) {
    return switch (protocol) {
      case 0 -> HOP_BY_HOP;
      case 43 -> ROUTER;
      case 44 -> FRAGMENT;
      case 50 -> ENCRYPTED;
      case 51 -> AUTHENTICATION;
      case 59 -> NO_NEXT;
      case 60 -> DESTINATION;
      default -> 0;
    };
  }

  private static int extensionBytes(int bit, int length) {
    return switch (bit) {
      case FRAGMENT -> EXTENSION_BYTES;
      case AUTHENTICATION -> 4 * (length + 2);
      default -> EXTENSION_BYTES * (length + 1);
    };
  }

  /** The place of an extension header in the recommended order. */
  private static int rank(int protocol, int before) {
    return switch (extension(protocol)) {
      case HOP_BY_HOP -> 0;
      case DESTINATION -> before < ROUTER_RANK ? FIRST_DESTINATION_RANK : LAST_RANK;
      case ROUTER -> ROUTER_RANK;
      case FRAGMENT -> 3;
      case AUTHENTICATION -> 4;
      case ENCRYPTED -> 5;
      default -> LAST_RANK;
    };
  }

  private static void readTransport(Packet p, int header, int packetEnd, int protocol) {
    int left = packetEnd - header;
    switch (protocol) {
      case Field.TCP -> readPorts(p, header, left >= 20, Field.TCP_SRC, Field.TCP_DST);
      case Field.UDP -> readPorts(p, header, left >= 8, Field.UDP_SRC, Field.UDP_DST);
      case Field.SCTP -> readPorts(p, header, left >= 12, Field.SCTP_SRC, Field.SCTP_DST);
      case Field.ICMP -> readType(p, header, left >= 4, Field.ICMPV4_TYPE, Field.ICMPV4_CODE);
      case Field.ICMPV6 -> {
        readType(p, header, left >= 4, Field.ICMPV6_TYPE, Field.ICMPV6_CODE);
        long type = p.get(Field.ICMPV6_TYPE);
        boolean neighbor =
            type == Field.NEIGHBOR_SOLICITATION || type == Field.NEIGHBOR_ADVERTISEMENT;
        if (neighbor && left >= NEIGHBOR_BYTES) {
          readNeighbor(p, header, packetEnd, type == Field.NEIGHBOR_SOLICITATION);
        }
      }
      default -> {
        // no fields
      }
    }
  }

  private static void readPorts(Packet p, int header, boolean whole, Field src, Field dst) {
    if (whole) {
      p.transport = header;
      p.set(src, p.unsignedShort(header));
      p.set(dst, p.unsignedShort(header + 2));
    }
  }

  private static void readType(Packet p, int header, boolean whole, Field type, Field code) {
    if (whole) {
      p.transport = header;
      p.set(type, p.unsignedByte(header));
      p.set(code, p.unsignedByte(header + 1));
    }
  }

  private static void readNeighbor(Packet p, int header, int packetEnd, boolean solicitation) {
    p.hasNeighbor = true;
    setLong(p, Field.IPV6_ND_TARGET, header + 8);
    for (int option = header + NEIGHBOR_BYTES; packetEnd - option >= 8; ) {
      int kind = p.unsignedByte(option);
      if (kind == SOURCE_LINK && solicitation && p.sourceLink == Packet.NONE) {
        p.sourceLink = option + 2;
        p.set(Field.IPV6_ND_SLL, p.bytes.getLong(option) & 0xffff_ffff_ffffL);
      }
      if (kind == TARGET_LINK && !solicitation && p.targetLink == Packet.NONE) {
        p.targetLink = option + 2;
        p.set(Field.IPV6_ND_TLL, p.bytes.getLong(option) & 0xffff_ffff_ffffL);
      }
      int units = p.unsignedByte(option + 1);
      if (units == 0) {
        return;
      }
      option += 8 * units;
    }
  }

  private static void setLong(Packet p, Field field, int at) {
    p.key[field.upperWord()] = p.bytes.getLong(at);
    p.key[field.word()] = p.bytes.getLong(at + 8);
  }
}
