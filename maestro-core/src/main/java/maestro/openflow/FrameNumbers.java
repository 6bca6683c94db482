package maestro.openflow;

/**
 * The numbers in a frame's headers: Ethernet types, IP protocols and the extension headers of IPv6
 * (IANA), and the broadcast address. They are constants, so a class that uses them is compiled as
 * if it had its own. Stateless.
 */
public final class FrameNumbers {
  /** The 48 bits of an Ethernet address in a long. */
  public static final long ADDRESS_BITS = 0xffff_ffff_ffffL;

  /** The Ethernet address of all stations (IEEE 802.3). */
  public static final long BROADCAST = ADDRESS_BITS;

  public static final int TYPE_IPV4 = 0x0800;
  public static final int TYPE_ARP = 0x0806;
  public static final int TYPE_IPV6 = 0x86dd;
  public static final int TYPE_VLAN = 0x8100;
  static final int TYPE_PROVIDER_VLAN = 0x88a8;

  /** Link discovery between neighbours (IEEE 802.1AB). */
  public static final int TYPE_LLDP = 0x88cc;

  /** LLDP that unmanaged switches pass on. */
  public static final int TYPE_BDDP = 0x8942;

  public static final int PROTOCOL_ICMP = 1;
  public static final int PROTOCOL_TCP = 6;
  public static final int PROTOCOL_UDP = 17;
  public static final int PROTOCOL_ICMPV6 = 58;
  public static final int PROTOCOL_SCTP = 132;

  /** ICMPv6 types (RFC 4861). */
  static final int ND_SOLICITATION = 135;

  static final int ND_ADVERTISEMENT = 136;

  static final int HOP_BY_HOP = 0;
  static final int ROUTING = 43;
  static final int FRAGMENT = 44;
  static final int AUTHENTICATION = 51;
  static final int DESTINATION_OPTIONS = 60;

  private FrameNumbers() {}

  /** Whether an Ethernet type is that of a VLAN tag. */
  public static boolean isTag(int type) {
    return type == TYPE_VLAN || type == TYPE_PROVIDER_VLAN;
  }

  /** Whether the header of an IP protocol begins with two ports. */
  static boolean hasPorts(int protocol) {
    return protocol == PROTOCOL_TCP || protocol == PROTOCOL_UDP || protocol == PROTOCOL_SCTP;
  }

  /** Whether a next header of IPv6 is an extension header. */
  static boolean isExtension(int next) {
    return next == HOP_BY_HOP
        || next == ROUTING
        || next == FRAGMENT
        || next == AUTHENTICATION
        || next == DESTINATION_OPTIONS;
  }
}
