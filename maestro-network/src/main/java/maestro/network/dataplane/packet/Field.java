package maestro.network.dataplane.packet;

import maestro.api.openflow.OxmField;
import org.jspecify.annotations.Nullable;

/**
 * The places of the match fields in a {@link Key}: those of {@link OxmField}, in its order. Of a
 * field of 128 bits the lower half is in the word behind the upper one. Stateless.
 */
public enum Field {
  IN_PORT(Key.IN_PORT_WORD, Key.IN_PORT_SHIFT),
  IN_PHY_PORT(Key.PHYSICAL_WORD, Key.IN_PORT_SHIFT),
  METADATA(Key.METADATA_WORD, 0),
  ETH_DST(Key.DST_WORD, Key.ETH_SHIFT),
  ETH_SRC(Key.SRC_WORD, Key.ETH_SHIFT),
  ETH_TYPE(Key.DST_WORD, 0),
  VLAN_VID(Key.SRC_WORD, 0),
  VLAN_PCP(Key.SRC_WORD, Key.PCP_SHIFT),
  IP_DSCP(Key.NETWORK_WORD, Key.DSCP_SHIFT),
  IP_ECN(Key.NETWORK_WORD, Key.ECN_SHIFT),
  IP_PROTO(Key.NETWORK_WORD, Key.PROTOCOL_SHIFT),
  IPV4_SRC(Key.ADDRESS_WORD, Key.NW_SRC_SHIFT),
  IPV4_DST(Key.ADDRESS_WORD, 0),
  TCP_SRC(Key.NETWORK_WORD, Key.TP_SRC_SHIFT),
  TCP_DST(Key.NETWORK_WORD, 0),
  UDP_SRC(Key.NETWORK_WORD, Key.TP_SRC_SHIFT),
  UDP_DST(Key.NETWORK_WORD, 0),
  SCTP_SRC(Key.NETWORK_WORD, Key.TP_SRC_SHIFT),
  SCTP_DST(Key.NETWORK_WORD, 0),
  ICMPV4_TYPE(Key.NETWORK_WORD, Key.TP_SRC_SHIFT),
  ICMPV4_CODE(Key.NETWORK_WORD, 0),
  ARP_OP(Key.NETWORK_WORD, Key.PROTOCOL_SHIFT),
  ARP_SPA(Key.ADDRESS_WORD, Key.NW_SRC_SHIFT),
  ARP_TPA(Key.ADDRESS_WORD, 0),
  ARP_SHA(Key.SENDER_LINK_WORD, Key.ETH_SHIFT),
  ARP_THA(Key.TARGET_LINK_WORD, Key.ETH_SHIFT),
  IPV6_SRC(Key.IPV6_SRC_WORD, 0),
  IPV6_DST(Key.IPV6_DST_WORD, 0),
  IPV6_FLABEL(Key.OTHER_WORD, Key.FLOW_LABEL_SHIFT),
  ICMPV6_TYPE(Key.NETWORK_WORD, Key.TP_SRC_SHIFT),
  ICMPV6_CODE(Key.NETWORK_WORD, 0),
  IPV6_ND_TARGET(Key.TARGET_WORD, 0),
  IPV6_ND_SLL(Key.SENDER_LINK_WORD, Key.ETH_SHIFT),
  IPV6_ND_TLL(Key.TARGET_LINK_WORD, Key.ETH_SHIFT),
  MPLS_LABEL(Key.PHYSICAL_WORD, Key.LABEL_SHIFT),
  MPLS_TC(Key.PHYSICAL_WORD, Key.TC_SHIFT),
  MPLS_BOS(Key.PHYSICAL_WORD, Key.BOS_SHIFT),
  PBB_ISID(Key.OTHER_WORD, 0),
  TUNNEL_ID(Key.TUNNEL_WORD, 0),
  IPV6_EXTHDR(Key.OTHER_WORD, Key.EXTENSIONS_SHIFT);

  /** The bit of VLAN_VID that a frame with a tag has. */
  public static final int VLAN_PRESENT = OxmField.VLAN_PRESENT;

  public static final int VLAN_ID = 0xfff;

  public static final int TYPE_MPLS = 0x8847;
  public static final int TYPE_MPLS_MULTICAST = 0x8848;
  static final int TYPE_PROVIDER_VLAN = 0x88a8;
  public static final int TYPE_PBB = 0x88e7;

  public static final int ICMP = 1;
  public static final int TCP = 6;
  public static final int UDP = 17;
  static final int ICMPV6 = 58;
  static final int SCTP = 132;

  static final int NEIGHBOR_SOLICITATION = 135;
  static final int NEIGHBOR_ADVERTISEMENT = 136;

  private static final Field[] ALL = values();

  /** What each presupposes. */
  private static final @Nullable Field[] NEEDED = needed();

  /** The same field in the list of all. */
  public final OxmField oxm = OxmField.valueOf(name());

  /** Its OXM number, and its place in this list. */
  final int number = oxm.number();

  /** Its width. */
  final int bits = oxm.bits();

  private final long allBits = oxm.allBits();
  public final boolean maskable = oxm.isMaskable();
  public final boolean settable = oxm.isSettable();
  private final int word;
  private final int shift;

  Field(int word, int shift) {
    this.word = word;
    this.shift = shift;
  }

  private static @Nullable Field[] needed() {
    @Nullable Field[] needed = new @Nullable Field[ALL.length];
    for (Field each : ALL) {
      OxmField before = each.oxm.needed();
      needed[each.number] = before == null ? null : ALL[before.number()];
    }
    return needed;
  }

  /** How many fields there are. */
  public static int count() {
    return ALL.length;
  }

  /**
   * The field of an OXM number.
   *
   * @param number below {@link #count}
   */
  public static Field of(int number) {
    return ALL[number];
  }

  public boolean isLong() {
    return bits == 128;
  }

  /** Its value in a key, or the lower 64 bits of it. */
  public long get(long[] key) {
    return isLong() ? key[word + 1] : key[word] >>> shift & allBits();
  }

  /** The upper 64 bits of a value of 128 bits. */
  public long upper(long[] key) {
    return key[word];
  }

  /** Writes its value, or the lower 64 bits of it. */
  public void put(long[] key, long value) {
    if (isLong()) {
      key[word + 1] = value;
    } else {
      key[word] = (key[word] & ~(allBits() << shift)) | (value & allBits()) << shift;
    }
  }

  /** Writes the upper 64 bits of a value of 128 bits. */
  public void putUpper(long[] key, long value) {
    key[word] = value;
  }

  /** The bytes of its value on the wire: three only where the specification says so. */
  public int bytes() {
    return oxm.bytes();
  }

  /** All bits of the lower word. */
  public long allBits() {
    return allBits;
  }

  /**
   * Whether frames of which these bits are known have the field: its prerequisites.
   *
   * @param masks the bits of a key that are known
   * @param values and what they are
   */
  public boolean isIn(long[] values, long[] masks) {
    Field needed = NEEDED[number];
    return needed == null
        || (needed.isIn(values, masks) && oxm.isMetBy(needed.get(values), needed.get(masks)));
  }
}
