package maestro.emulator.dataplane.pipeline;

import maestro.openflow.FrameNumbers;

/**
 * The match fields of OpenFlow 1.3 in the order of their OXM numbers, with their widths,
 * prerequisites, and what may be masked or set. Stateless.
 *
 * <p>In a key, field n is word n. The upper halves of the three fields of 128 bits are the words
 * behind those.
 */
enum Field {
  IN_PORT(0, 32, Kind.FIXED),
  IN_PHY_PORT(1, 32, Kind.FIXED),
  METADATA(2, 64, Kind.MASKED),
  ETH_DST(3, 48, Kind.MASKED_AND_SET),
  ETH_SRC(4, 48, Kind.MASKED_AND_SET),
  ETH_TYPE(5, 16, Kind.SET),
  VLAN_VID(6, 13, Kind.MASKED_AND_SET),
  VLAN_PCP(7, 3, Kind.SET),
  IP_DSCP(8, 6, Kind.SET),
  IP_ECN(9, 2, Kind.SET),
  IP_PROTO(10, 8, Kind.SET),
  IPV4_SRC(11, 32, Kind.MASKED_AND_SET),
  IPV4_DST(12, 32, Kind.MASKED_AND_SET),
  TCP_SRC(13, 16, Kind.SET),
  TCP_DST(14, 16, Kind.SET),
  UDP_SRC(15, 16, Kind.SET),
  UDP_DST(16, 16, Kind.SET),
  SCTP_SRC(17, 16, Kind.SET),
  SCTP_DST(18, 16, Kind.SET),
  ICMPV4_TYPE(19, 8, Kind.SET),
  ICMPV4_CODE(20, 8, Kind.SET),
  ARP_OP(21, 16, Kind.SET),
  ARP_SPA(22, 32, Kind.MASKED_AND_SET),
  ARP_TPA(23, 32, Kind.MASKED_AND_SET),
  ARP_SHA(24, 48, Kind.MASKED_AND_SET),
  ARP_THA(25, 48, Kind.MASKED_AND_SET),
  IPV6_SRC(26, 128, Kind.MASKED_AND_SET),
  IPV6_DST(27, 128, Kind.MASKED_AND_SET),
  IPV6_FLABEL(28, 20, Kind.MASKED_AND_SET),
  ICMPV6_TYPE(29, 8, Kind.SET),
  ICMPV6_CODE(30, 8, Kind.SET),
  IPV6_ND_TARGET(31, 128, Kind.SET),
  IPV6_ND_SLL(32, 48, Kind.SET),
  IPV6_ND_TLL(33, 48, Kind.SET),
  MPLS_LABEL(34, 20, Kind.SET),
  MPLS_TC(35, 3, Kind.SET),
  MPLS_BOS(36, 1, Kind.SET),
  PBB_ISID(37, 24, Kind.MASKED_AND_SET),
  TUNNEL_ID(38, 64, Kind.MASKED_AND_SET),
  IPV6_EXTHDR(39, 9, Kind.MASKED);

  /** What may be done with a field. */
  private enum Kind {
    FIXED,
    MASKED,
    SET,
    MASKED_AND_SET
  }

  /** The words of a key. */
  static final int WORDS = 43;

  /** The bit of VLAN_VID that a frame with a tag has. */
  static final int VLAN_PRESENT = 0x1000;

  static final int VLAN_ID = 0xfff;

  static final int TYPE_MPLS = 0x8847;
  static final int TYPE_MPLS_MULTICAST = 0x8848;
  static final int TYPE_PROVIDER_VLAN = 0x88a8;
  static final int TYPE_PBB = 0x88e7;

  static final int ICMP = 1;
  static final int TCP = 6;
  static final int UDP = 17;
  static final int ICMPV6 = 58;
  static final int SCTP = 132;

  static final int NEIGHBOR_SOLICITATION = 135;
  static final int NEIGHBOR_ADVERTISEMENT = 136;

  private static final int FIRST_UPPER_WORD = 40;
  private static final Field[] ALL = values();

  private final int number;

  /** Its width. */
  final int bits;

  final boolean maskable;
  final boolean settable;

  Field(int number, int bits, Kind kind) {
    this.number = number;
    this.bits = bits;
    this.maskable = kind == Kind.MASKED || kind == Kind.MASKED_AND_SET;
    this.settable = kind == Kind.SET || kind == Kind.MASKED_AND_SET;
  }

  /** How many fields there are. */
  static int count() {
    return ALL.length;
  }

  /**
   * The field of an OXM number.
   *
   * @param number below {@link #count}
   */
  static Field of(int number) {
    return ALL[number];
  }

  /** Its word in a key, with the lower 64 bits. */
  int word() {
    return number;
  }

  boolean isLong() {
    return bits == 128;
  }

  /** The word with the upper 64 bits of a field of 128 bits. */
  int upperWord() {
    return switch (this) {
      case IPV6_SRC -> FIRST_UPPER_WORD;
      case IPV6_DST -> FIRST_UPPER_WORD + 1;
      default -> FIRST_UPPER_WORD + 2;
    };
  }

  /** The field that has a word. */
  static Field ofWord(int word) {
    return switch (word) {
      case FIRST_UPPER_WORD -> IPV6_SRC;
      case FIRST_UPPER_WORD + 1 -> IPV6_DST;
      case FIRST_UPPER_WORD + 2 -> IPV6_ND_TARGET;
      default -> ALL[word];
    };
  }

  /** The bytes of its value on the wire: three only where the specification says so. */
  int bytes() {
    return bits == 20 ? Integer.BYTES : (bits + 7) / 8;
  }

  /** All bits of the lower word. */
  long allBits() {
    return bits >= 64 ? -1L : (1L << bits) - 1;
  }

  /**
   * Whether frames of which these bits are known have the field: its prerequisites.
   *
   * @param masks the bits of a key that are known
   * @param values and what they are
   */
  boolean isIn(long[] values, long[] masks) {
    return switch (this) {
      case IN_PHY_PORT -> masks[IN_PORT.word()] != 0;
      case VLAN_PCP -> (values[VLAN_VID.word()] & masks[VLAN_VID.word()] & VLAN_PRESENT) != 0;
      case IP_DSCP, IP_ECN, IP_PROTO ->
          ETH_TYPE.is(FrameNumbers.TYPE_IPV4, values, masks)
              || ETH_TYPE.is(FrameNumbers.TYPE_IPV6, values, masks);
      case IPV4_SRC, IPV4_DST -> ETH_TYPE.is(FrameNumbers.TYPE_IPV4, values, masks);
      case TCP_SRC, TCP_DST -> IP_PROTO.is(TCP, values, masks);
      case UDP_SRC, UDP_DST -> IP_PROTO.is(UDP, values, masks);
      case SCTP_SRC, SCTP_DST -> IP_PROTO.is(SCTP, values, masks);
      case ICMPV4_TYPE, ICMPV4_CODE -> IP_PROTO.is(ICMP, values, masks);
      case ARP_OP, ARP_SPA, ARP_TPA, ARP_SHA, ARP_THA ->
          ETH_TYPE.is(FrameNumbers.TYPE_ARP, values, masks);
      case IPV6_SRC, IPV6_DST, IPV6_FLABEL, IPV6_EXTHDR ->
          ETH_TYPE.is(FrameNumbers.TYPE_IPV6, values, masks);
      case ICMPV6_TYPE, ICMPV6_CODE -> IP_PROTO.is(ICMPV6, values, masks);
      case IPV6_ND_TARGET ->
          ICMPV6_TYPE.is(NEIGHBOR_SOLICITATION, values, masks)
              || ICMPV6_TYPE.is(NEIGHBOR_ADVERTISEMENT, values, masks);
      case IPV6_ND_SLL -> ICMPV6_TYPE.is(NEIGHBOR_SOLICITATION, values, masks);
      case IPV6_ND_TLL -> ICMPV6_TYPE.is(NEIGHBOR_ADVERTISEMENT, values, masks);
      case MPLS_LABEL, MPLS_TC, MPLS_BOS ->
          ETH_TYPE.is(TYPE_MPLS, values, masks) || ETH_TYPE.is(TYPE_MPLS_MULTICAST, values, masks);
      case PBB_ISID -> ETH_TYPE.is(TYPE_PBB, values, masks);
      default -> true;
    };
  }

  /** Whether frames of which these bits are known have this value, of at most 64 bits. */
  boolean is(long value, long[] values, long[] masks) {
    return masks[word()] == allBits() && values[word()] == value;
  }
}
