package maestro.network.dataplane.packet;

import java.util.Arrays;
import maestro.openflow.FrameNumbers;

/**
 * Finds the headers of a packet and reads its key. A header that is cut off is not there; of later
 * fragments only the IP header is. Stateless; allocates nothing.
 *
 * <p>OpenFlow 1.0 knows less: one VLAN tag of 802.1Q; nothing behind Ethernet but ARP, with eight
 * bits of the operation, and IPv4, without ECN; of IPv4 only TCP, UDP and ICMP, and not in
 * fragments.
 */
public final class Headers {
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

  private static final int LEAST_TYPE = 0x600;
  private static final int TYPE_NOT_ETHERNET_2 = 0x5ff;
  private static final long SNAP = 0xaaaa_0300_0000L;
  private static final long SHIM_WITHOUT_TTL = 0xffff_ff00L;
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

  static void read(Packet p) {
    long[] key = p.key;
    long dst = p.bytes.getLong(p.at) & Key.ETH;
    long srcAndType = p.bytes.getLong(p.at + 6);
    long src = srcAndType & Key.ETH;
    int type = (int) srcAndType & 0xffff;
    int payload = p.at + Packet.ADDRESSES_BYTES + 2;
    p.vlan = Packet.NONE;
    while (isTag(p, type) && p.end - payload >= Packet.TAG_BYTES) {
      if (p.vlan == Packet.NONE) {
        p.vlan = payload - 2;
        src |= (p.unsignedShort(payload) & (Key.PCP | Field.VLAN_ID)) | Key.TAGGED;
      }
      payload += Packet.TAG_BYTES;
      type = p.unsignedShort(payload - 2);
    }
    if (type < LEAST_TYPE) {
      boolean snap = p.end - payload >= 8 && p.bytes.getLong(payload) >>> 16 == SNAP;
      type = snap ? p.unsignedShort(payload + 6) : TYPE_NOT_ETHERNET_2;
      payload += snap ? 8 : 0;
    }
    p.payload = payload;
    p.payloadType = 0;
    p.transport = Packet.NONE;
    p.fragment = false;
    key[Key.IN_PORT_WORD] = (long) p.inPort << Key.IN_PORT_SHIFT;
    key[Key.DST_WORD] = dst | type;
    key[Key.SRC_WORD] = src;
    key[Key.NETWORK_WORD] = 0;
    key[Key.ADDRESS_WORD] = 0;
    if (!p.hasOldFields) {
      readOthers(p, type);
    }
    if (type == FrameNumbers.TYPE_IPV4) {
      readIpv4(p, payload);
    } else if (type == FrameNumbers.TYPE_ARP) {
      readArp(p, payload);
    }
  }

  private static boolean isTag(Packet p, int type) {
    return p.hasOldFields
        ? type == FrameNumbers.TYPE_VLAN && p.vlan == Packet.NONE
        : isVlanType(type);
  }

  public static boolean isVlanType(int type) {
    return type == FrameNumbers.TYPE_VLAN || type == Field.TYPE_PROVIDER_VLAN;
  }

  /** Reads the fields that OpenFlow 1.0 does not know, apart from those of ARP. */
  private static void readOthers(Packet p, int type) {
    long[] key = p.key;
    Arrays.fill(key, Key.FIRST_WORDS, Key.WORDS, 0);
    key[Key.METADATA_WORD] = p.metadata;
    key[Key.TUNNEL_WORD] = p.tunnelId;
    key[Key.PHYSICAL_WORD] = (long) p.inPort << Key.IN_PORT_SHIFT;
    p.sourceLink = Packet.NONE;
    p.targetLink = Packet.NONE;
    p.hasNeighbor = false;
    int left = p.end - p.payload;
    switch (type) {
      case FrameNumbers.TYPE_IPV6 -> {
        if (left >= IPV6_BYTES && p.unsignedByte(p.payload) >>> 4 == 6) {
          p.payloadType = type;
          readIpv6(p, p.payload);
        }
      }
      case Field.TYPE_MPLS, Field.TYPE_MPLS_MULTICAST -> {
        if (left >= Packet.TAG_BYTES) {
          p.payloadType = type;
          key[Key.PHYSICAL_WORD] |= p.bytes.getInt(p.payload) & SHIM_WITHOUT_TTL;
        }
      }
      case Field.TYPE_PBB -> {
        if (left >= PBB_BYTES) {
          p.payloadType = type;
          p.set(Field.PBB_ISID, p.bytes.getInt(p.payload));
        }
      }
      default -> {
        // nothing that a match could name
      }
    }
  }

  private static void readArp(Packet p, int arp) {
    if (p.end - arp < ARP_BYTES || p.bytes.getLong(arp) >>> 16 != ARP_ETHERNET_IPV4) {
      return;
    }
    p.payloadType = FrameNumbers.TYPE_ARP;
    long operation = p.unsignedShort(arp + 6);
    long sender = p.bytes.getInt(arp + 14);
    long target = p.bytes.getInt(arp + 24) & 0xffff_ffffL;
    p.key[Key.ADDRESS_WORD] = sender << Key.NW_SRC_SHIFT | target;
    if (p.hasOldFields) {
      p.key[Key.NETWORK_WORD] = (operation & 0xff) << Key.PROTOCOL_SHIFT;
    } else {
      p.key[Key.NETWORK_WORD] = operation << Key.PROTOCOL_SHIFT;
      p.set(Field.ARP_SHA, p.bytes.getLong(arp + 8) >>> 16);
      p.set(Field.ARP_THA, p.bytes.getLong(arp + 18) >>> 16);
    }
  }

  private static void readIpv4(Packet p, int header) {
    int left = p.end - header;
    if (left < IPV4_BYTES) {
      return;
    }
    int first = p.bytes.getInt(header); // version 4 | words 4 | type of service 8 | length 16
    int headerBytes = (first >>> 24 & 0xf) * 4;
    if (first >>> 28 != 4 || headerBytes < IPV4_BYTES || headerBytes > left) {
      return;
    }
    p.payloadType = FrameNumbers.TYPE_IPV4;
    int second = p.bytes.getInt(header + 6); // flags 3 | fragment offset 13 | TTL 8 | protocol 8
    int protocol = second & 0xff;
    int tos = (first >>> 16) & (p.hasOldFields ? 0xfc : 0xff);
    p.key[Key.NETWORK_WORD] = (long) tos << Key.ECN_SHIFT | (long) protocol << Key.PROTOCOL_SHIFT;
    p.key[Key.ADDRESS_WORD] = p.bytes.getLong(header + 12);
    int fragments = second >>> 16;
    p.fragment = (fragments & (MORE_FRAGMENTS | FRAGMENT_OFFSET)) != 0;
    int packetEnd = Math.min(p.end, header + (first & 0xffff));
    if ((fragments & FRAGMENT_OFFSET) == 0 && !(p.hasOldFields && p.fragment)) {
      readTransport(p, header + headerBytes, packetEnd, protocol);
    }
  }

  private static void readIpv6(Packet p, int header) {
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
    if (left < leastBytes(protocol, p.hasOldFields)) {
      return;
    }
    p.transport = header;
    if (protocol == Field.ICMP || protocol == Field.ICMPV6) {
      long type = p.unsignedByte(header);
      p.key[Key.NETWORK_WORD] |= type << Key.TP_SRC_SHIFT | p.unsignedByte(header + 1);
      boolean neighbor =
          type == Field.NEIGHBOR_SOLICITATION || type == Field.NEIGHBOR_ADVERTISEMENT;
      if (protocol == Field.ICMPV6 && neighbor && left >= NEIGHBOR_BYTES) {
        readNeighbor(p, header, packetEnd, type == Field.NEIGHBOR_SOLICITATION);
      }
    } else {
      p.key[Key.NETWORK_WORD] |= p.bytes.getInt(header) & 0xffff_ffffL;
    }
  }

  /** The bytes that a transport header must have, so that its fields count. */
  private static int leastBytes(int protocol, boolean ofOldFields) {
    return switch (protocol) {
      case Field.ICMP -> 4;
      case Field.TCP -> 20;
      case Field.UDP -> 8;
      case Field.ICMPV6 -> ofOldFields ? Integer.MAX_VALUE : 4;
      case Field.SCTP -> ofOldFields ? Integer.MAX_VALUE : 12;
      default -> Integer.MAX_VALUE;
    };
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
    field.putUpper(p.key, p.bytes.getLong(at));
    field.put(p.key, p.bytes.getLong(at + 8));
  }
}
