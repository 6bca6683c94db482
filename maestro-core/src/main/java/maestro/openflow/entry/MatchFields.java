package maestro.openflow.entry;

import maestro.openflow.FrameFlyweight;
import maestro.openflow.FrameNumbers;
import maestro.openflow.OpenFlow;

/**
 * The fields of a match as bits of an int. In-port and Ethernet addresses are {@link #LINK}; a
 * match usually has them all. It also decides which fields a match needs for the fields that a
 * stage has read.
 *
 * <p>The rule: a match may only cover packets that have the same values in all fields read. For the
 * packet at hand:
 *
 * <ol>
 *   <li>A match omits a field that other fields determine: the Ethernet type says that a packet
 *       that is no ARP has no ARP operation.
 *   <li>A match includes the fields that OpenFlow requires before a field: the IP protocol before a
 *       port.
 *   <li>A switch may see another value than {@link FrameFlyweight}, or see the same value in a
 *       packet without the field. Then there is no match, and no entry is installed: {@link
 *       Refusal} lists the cases.
 * </ol>
 *
 * <p>Stateless.
 */
public final class MatchFields {
  public static final int VLAN = 1;
  public static final int ETH_TYPE = 1 << 1;
  public static final int IP_PROTO = 1 << 2;
  public static final int IPV4_SRC = 1 << 3;
  public static final int IPV4_DST = 1 << 4;
  public static final int L4_SRC = 1 << 5;
  public static final int L4_DST = 1 << 6;
  public static final int ARP_OPERATION = 1 << 7;
  public static final int ARP_SENDER_IPV4 = 1 << 8;
  public static final int ARP_TARGET_IPV4 = 1 << 9;

  /** Not a field: a stage has asked whether the header behind the Ethernet type is complete. */
  public static final int HEADER = 1 << 10;

  /** Not a field: a stage has read a byte that belongs to no match field. */
  public static final int RAW = 1 << 11;

  public static final int IN_PORT = 1 << 12;
  public static final int ETH_SRC = 1 << 13;
  public static final int ETH_DST = 1 << 14;
  public static final int IPV6_SRC = 1 << 15;
  public static final int IPV6_DST = 1 << 16;
  public static final int ND_TARGET = 1 << 17;

  /** What every packet has. */
  public static final int LINK = IN_PORT | ETH_SRC | ETH_DST;

  private static final int IPV6_ADDRESSES = IPV6_SRC | IPV6_DST;
  private static final int IPV6 = IPV6_ADDRESSES | ND_TARGET;
  private static final int IPV4_ADDRESSES = IPV4_SRC | IPV4_DST;
  private static final int PORTS = L4_SRC | L4_DST;
  private static final int ARP = ARP_OPERATION | ARP_SENDER_IPV4 | ARP_TARGET_IPV4;

  /** Below this value it is the length of an IEEE 802.3 frame. */
  private static final int MIN_ETH_TYPE = 0x600;

  private static final int MAX_ARP_OPERATION = 255;

  /** Why no match covers the fields that were read. */
  public enum Refusal {
    RAW_BYTES("a byte of the frame was read that no match field says"),
    TAGS("the frame has more than one VLAN tag, or one that is cut off"),
    LENGTH("the frame has a length in place of an Ethernet type"),
    BROKEN("the IP, ARP or ND header is cut off or not valid"),
    FRAGMENT("the ports of a fragment of an IP packet were read"),
    NO_PORTS(
        "the ports or ICMP type that were read are cut off, or 0 as switches have it for"
            + " fragments"),
    EXTENDED("the IPv6 packet has extension headers"),
    ARP_OPERATION("the ARP operation is 0 or above 255"),
    VERSION_10("OpenFlow 1.0 matches no field of IPv6 and no port of SCTP"),
    ACTIONS_10("OpenFlow 1.0 has no groups, no meters, no port of SCTP to set, and one table");

    private static final Refusal[] ALL = values();

    private final String text;

    Refusal(String text) {
      this.text = text;
    }

    /** The reason in words. */
    public String text() {
      return text;
    }

    /** The reason for a negative result of {@link MatchFields#expressible}. */
    public static Refusal of(int answer) {
      return ALL[-answer - 1];
    }

    @SuppressWarnings("EnumOrdinal") // the number never leaves the process
    int code() {
      return -1 - ordinal();
    }
  }

  // Constants, so that the hot path reads no object.
  private static final int RAW_BYTES = Refusal.RAW_BYTES.code();
  private static final int TAGS = Refusal.TAGS.code();
  private static final int LENGTH = Refusal.LENGTH.code();
  private static final int BROKEN = Refusal.BROKEN.code();
  private static final int FRAGMENT = Refusal.FRAGMENT.code();
  private static final int NO_PORTS = Refusal.NO_PORTS.code();
  private static final int EXTENDED = Refusal.EXTENDED.code();
  private static final int BAD_OPERATION = Refusal.ARP_OPERATION.code();
  private static final int VERSION_10 = Refusal.VERSION_10.code();

  private MatchFields() {}

  /**
   * The fields that a match needs to cover only packets with the same values as this frame.
   *
   * @param read the bits that were read of the frame
   * @return bits of fields, including the fields that OpenFlow requires before them; or a negative
   *     number for {@link Refusal#of} when there is no such match
   */
  public static int expressible(int read, int version, FrameFlyweight frame) {
    if ((read & RAW) != 0) {
      return RAW_BYTES;
    }
    int below = read & (LINK | VLAN);
    int above = read & ~(LINK | VLAN);
    if (above == 0) {
      return below;
    }
    if (frame.tagCount() > 1 || frame.hasClosedTag()) {
      return TAGS;
    }
    int type = frame.ethType();
    if (type < MIN_ETH_TYPE) {
      return LENGTH;
    }
    int network =
        switch (type) {
          case FrameNumbers.TYPE_IPV4 -> ofIpv4(above & ~IPV6, version, frame);
          case FrameNumbers.TYPE_ARP -> ofArp(above & ~IPV6, frame);
          case FrameNumbers.TYPE_IPV6 -> ofIpv6(above, version, frame);
          default -> 0; // 1: the type says that the other fields are absent
        };
    return network < 0 ? network : network | ETH_TYPE | below;
  }

  /**
   * The prefixes of those addresses that are not read, of which the whole is matched.
   *
   * @param prefixes a byte for each address, as {@link MatchEncoder} has them
   */
  public static int withoutPrefixes(int prefixes, int read) {
    int left = prefixes;
    left &= (read & IPV4_SRC) == 0 ? -1 : ~0xff;
    left &= (read & IPV4_DST) == 0 ? -1 : ~0xff00;
    left &= (read & IPV6_SRC) == 0 ? -1 : ~0xff_0000;
    return (read & IPV6_DST) == 0 ? left : left & 0xff_ffff;
  }

  private static int ofIpv4(int read, int version, FrameFlyweight frame) {
    if ((read & ~ETH_TYPE) == 0) {
      return 0;
    }
    if (!frame.isIpv4()) {
      return BROKEN;
    }
    int transport = (read & PORTS) == 0 ? 0 : ofTransport(read & PORTS, version, frame);
    if (transport < 0) {
      return transport;
    }
    boolean readsProtocol = (read & (IP_PROTO | PORTS)) != 0;
    return (read & IPV4_ADDRESSES) | transport | (readsProtocol ? IP_PROTO : 0);
  }

  private static int ofIpv6(int read, int version, FrameFlyweight frame) {
    int addresses = read & IPV6_ADDRESSES;
    int above = read & (IP_PROTO | PORTS | ND_TARGET);
    if ((addresses | above) == 0) {
      return 0; // 1
    }
    if (version == OpenFlow.VERSION_10) {
      return VERSION_10;
    }
    if (!frame.isIpv6()) {
      return BROKEN;
    }
    if (above == 0) {
      return addresses;
    }
    if (frame.isIpv6Extended()) {
      return EXTENDED;
    }
    int protocol = frame.ipProtocol();
    boolean readsTarget = (read & ND_TARGET) != 0 && protocol == FrameNumbers.PROTOCOL_ICMPV6;
    int ports =
        (read & PORTS) | (readsTarget ? L4_SRC : 0); // the ICMP type says whether there is one
    int transport = ports == 0 ? 0 : ofTransport(ports, version, frame);
    if (transport < 0) {
      return transport;
    }
    if (readsTarget && frame.isNeighbour() && !frame.hasNdTarget()) {
      return BROKEN;
    }
    int target = readsTarget && frame.isNeighbour() ? ND_TARGET : 0;
    return addresses | transport | target | IP_PROTO;
  }

  private static int ofTransport(int read, int version, FrameFlyweight frame) {
    int protocol = frame.ipProtocol();
    boolean isIcmp =
        protocol == (frame.isIpv4() ? FrameNumbers.PROTOCOL_ICMP : FrameNumbers.PROTOCOL_ICMPV6);
    boolean isSctp = protocol == FrameNumbers.PROTOCOL_SCTP;
    if (!isIcmp
        && !isSctp
        && protocol != FrameNumbers.PROTOCOL_TCP
        && protocol != FrameNumbers.PROTOCOL_UDP) {
      return 0; // 1
    }
    if (frame.isIpv4Fragment()) {
      return FRAGMENT;
    }
    if (isSctp && version == OpenFlow.VERSION_10) {
      return VERSION_10;
    }
    int source = frame.l4Src();
    int destination = frame.l4Dst();
    if (source < 0) {
      return NO_PORTS;
    }
    // A switch sees ports 0 and 0 in a fragment, so the match must have a port that is not 0.
    boolean saysMore =
        ((read & L4_SRC) != 0 && source != 0) || ((read & L4_DST) != 0 && destination != 0);
    if (saysMore) {
      return read;
    }
    return source != 0 || destination != 0 ? PORTS : NO_PORTS;
  }

  private static int ofArp(int read, FrameFlyweight frame) {
    if ((read & ~ETH_TYPE) == 0) {
      return 0;
    }
    if (!frame.isArp()) {
      return BROKEN;
    }
    int operation = frame.arpOperation();
    boolean isByte = operation > 0 && operation <= MAX_ARP_OPERATION;
    return (read & ARP_OPERATION) == 0 || isByte ? read & ARP : BAD_OPERATION;
  }
}
