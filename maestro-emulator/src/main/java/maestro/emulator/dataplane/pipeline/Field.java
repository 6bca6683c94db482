package maestro.emulator.dataplane.pipeline;

import maestro.openflow.FrameNumbers;

/**
 * The match fields of OpenFlow 1.3 in the order of their OXM numbers, with their widths, places in
 * a {@link Key}, prerequisites, and what may be masked or set. The number of a field is its place
 * in this list. Of a field of 128 bits the lower half is in the word behind the upper one.
 * Stateless.
 */
enum Field {
  IN_PORT(0, 32, Key.IN_PORT_WORD, Key.IN_PORT_SHIFT, Kind.FIXED),
  IN_PHY_PORT(1, 32, Key.PHYSICAL_WORD, Key.IN_PORT_SHIFT, Kind.FIXED),
  METADATA(2, 64, Key.METADATA_WORD, 0, Kind.MASKED),
  ETH_DST(3, 48, Key.DST_WORD, Key.ETH_SHIFT, Kind.MASKED_AND_SET),
  ETH_SRC(4, 48, Key.SRC_WORD, Key.ETH_SHIFT, Kind.MASKED_AND_SET),
  ETH_TYPE(5, 16, Key.DST_WORD, 0, Kind.SET),
  VLAN_VID(6, 13, Key.SRC_WORD, 0, Kind.MASKED_AND_SET),
  VLAN_PCP(7, 3, Key.SRC_WORD, Key.PCP_SHIFT, Kind.SET),
  IP_DSCP(8, 6, Key.NETWORK_WORD, Key.DSCP_SHIFT, Kind.SET),
  IP_ECN(9, 2, Key.NETWORK_WORD, Key.ECN_SHIFT, Kind.SET),
  IP_PROTO(10, 8, Key.NETWORK_WORD, Key.PROTOCOL_SHIFT, Kind.SET),
  IPV4_SRC(11, 32, Key.ADDRESS_WORD, Key.NW_SRC_SHIFT, Kind.MASKED_AND_SET),
  IPV4_DST(12, 32, Key.ADDRESS_WORD, 0, Kind.MASKED_AND_SET),
  TCP_SRC(13, 16, Key.NETWORK_WORD, Key.TP_SRC_SHIFT, Kind.SET),
  TCP_DST(14, 16, Key.NETWORK_WORD, 0, Kind.SET),
  UDP_SRC(15, 16, Key.NETWORK_WORD, Key.TP_SRC_SHIFT, Kind.SET),
  UDP_DST(16, 16, Key.NETWORK_WORD, 0, Kind.SET),
  SCTP_SRC(17, 16, Key.NETWORK_WORD, Key.TP_SRC_SHIFT, Kind.SET),
  SCTP_DST(18, 16, Key.NETWORK_WORD, 0, Kind.SET),
  ICMPV4_TYPE(19, 8, Key.NETWORK_WORD, Key.TP_SRC_SHIFT, Kind.SET),
  ICMPV4_CODE(20, 8, Key.NETWORK_WORD, 0, Kind.SET),
  ARP_OP(21, 16, Key.NETWORK_WORD, Key.PROTOCOL_SHIFT, Kind.SET),
  ARP_SPA(22, 32, Key.ADDRESS_WORD, Key.NW_SRC_SHIFT, Kind.MASKED_AND_SET),
  ARP_TPA(23, 32, Key.ADDRESS_WORD, 0, Kind.MASKED_AND_SET),
  ARP_SHA(24, 48, Key.SENDER_LINK_WORD, Key.ETH_SHIFT, Kind.MASKED_AND_SET),
  ARP_THA(25, 48, Key.TARGET_LINK_WORD, Key.ETH_SHIFT, Kind.MASKED_AND_SET),
  IPV6_SRC(26, 128, Key.IPV6_SRC_WORD, 0, Kind.MASKED_AND_SET),
  IPV6_DST(27, 128, Key.IPV6_DST_WORD, 0, Kind.MASKED_AND_SET),
  IPV6_FLABEL(28, 20, Key.OTHER_WORD, Key.FLOW_LABEL_SHIFT, Kind.MASKED_AND_SET),
  ICMPV6_TYPE(29, 8, Key.NETWORK_WORD, Key.TP_SRC_SHIFT, Kind.SET),
  ICMPV6_CODE(30, 8, Key.NETWORK_WORD, 0, Kind.SET),
  IPV6_ND_TARGET(31, 128, Key.TARGET_WORD, 0, Kind.SET),
  IPV6_ND_SLL(32, 48, Key.SENDER_LINK_WORD, Key.ETH_SHIFT, Kind.SET),
  IPV6_ND_TLL(33, 48, Key.TARGET_LINK_WORD, Key.ETH_SHIFT, Kind.SET),
  MPLS_LABEL(34, 20, Key.PHYSICAL_WORD, Key.LABEL_SHIFT, Kind.SET),
  MPLS_TC(35, 3, Key.PHYSICAL_WORD, Key.TC_SHIFT, Kind.SET),
  MPLS_BOS(36, 1, Key.PHYSICAL_WORD, Key.BOS_SHIFT, Kind.SET),
  PBB_ISID(37, 24, Key.OTHER_WORD, 0, Kind.MASKED_AND_SET),
  TUNNEL_ID(38, 64, Key.TUNNEL_WORD, 0, Kind.MASKED_AND_SET),
  IPV6_EXTHDR(39, 9, Key.OTHER_WORD, Key.EXTENSIONS_SHIFT, Kind.MASKED);

  /** What may be done with a field. */
  private enum Kind {
    FIXED,
    MASKED,
    SET,
    MASKED_AND_SET
  }

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

  private static final Field[] ALL = values();

  /** Its OXM number, and its place in this list. */
  final int number;

  /** Its width. */
  final int bits;

  final boolean maskable;
  final boolean settable;
  private final int word;
  private final int shift;

  Field(int number, int bits, int word, int shift, Kind kind) {
    this.number = number;
    this.bits = bits;
    this.word = word;
    this.shift = shift;
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

  boolean isLong() {
    return bits == 128;
  }

  /** Its value in a key, or the lower 64 bits of it. */
  long get(long[] key) {
    return isLong() ? key[word + 1] : key[word] >>> shift & allBits();
  }

  /** The upper 64 bits of a value of 128 bits. */
  long upper(long[] key) {
    return key[word];
  }

  /** Writes its value, or the lower 64 bits of it. */
  void put(long[] key, long value) {
    if (isLong()) {
      key[word + 1] = value;
    } else {
      key[word] = (key[word] & ~(allBits() << shift)) | (value & allBits()) << shift;
    }
  }

  /** Writes the upper 64 bits of a value of 128 bits. */
  void putUpper(long[] key, long value) {
    key[word] = value;
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
      case IN_PHY_PORT -> IN_PORT.get(masks) != 0;
      case VLAN_PCP -> (VLAN_VID.get(values) & VLAN_VID.get(masks) & VLAN_PRESENT) != 0;
      case IP_DSCP, IP_ECN, IP_PROTO ->
          ETH_TYPE.is(FrameNumbers.TYPE_IPV4, values, masks)
              || ETH_TYPE.is(FrameNumbers.TYPE_IPV6, values, masks);
      case IPV4_SRC, IPV4_DST -> ETH_TYPE.is(FrameNumbers.TYPE_IPV4, values, masks);
      case TCP_SRC, TCP_DST -> isProtocol(TCP, values, masks);
      case UDP_SRC, UDP_DST -> isProtocol(UDP, values, masks);
      case SCTP_SRC, SCTP_DST -> isProtocol(SCTP, values, masks);
      case ICMPV4_TYPE, ICMPV4_CODE -> isProtocol(ICMP, values, masks);
      case ARP_OP, ARP_SPA, ARP_TPA, ARP_SHA, ARP_THA ->
          ETH_TYPE.is(FrameNumbers.TYPE_ARP, values, masks);
      case IPV6_SRC, IPV6_DST, IPV6_FLABEL, IPV6_EXTHDR ->
          ETH_TYPE.is(FrameNumbers.TYPE_IPV6, values, masks);
      case ICMPV6_TYPE, ICMPV6_CODE -> isProtocol(ICMPV6, values, masks);
      case IPV6_ND_TARGET ->
          isMessage(NEIGHBOR_SOLICITATION, values, masks)
              || isMessage(NEIGHBOR_ADVERTISEMENT, values, masks);
      case IPV6_ND_SLL -> isMessage(NEIGHBOR_SOLICITATION, values, masks);
      case IPV6_ND_TLL -> isMessage(NEIGHBOR_ADVERTISEMENT, values, masks);
      case MPLS_LABEL, MPLS_TC, MPLS_BOS ->
          ETH_TYPE.is(TYPE_MPLS, values, masks) || ETH_TYPE.is(TYPE_MPLS_MULTICAST, values, masks);
      case PBB_ISID -> ETH_TYPE.is(TYPE_PBB, values, masks);
      default -> true;
    };
  }

  private static boolean isProtocol(int protocol, long[] values, long[] masks) {
    return IP_PROTO.isIn(values, masks) && IP_PROTO.is(protocol, values, masks);
  }

  private static boolean isMessage(int type, long[] values, long[] masks) {
    return ICMPV6_TYPE.isIn(values, masks) && ICMPV6_TYPE.is(type, values, masks);
  }

  /** Whether packets of which these bits are known have this value, of at most 64 bits. */
  private boolean is(long value, long[] values, long[] masks) {
    return get(masks) == allBits() && get(values) == value;
  }
}
