package maestro.api;

/**
 * A flow request: a table-miss packet that a switch sent in a PACKET_IN. A flyweight over the bytes
 * read from the switch; it copies nothing, and every accessor reads the buffer.
 *
 * <p>The platform tracks which fields of the packet stages read. A flow entry for the request
 * matches all fields tracked before it, so it covers no packet about which the stages could have
 * decided otherwise. {@link #untracked} is for reads on which no decision depends. Every entry
 * matches the in-port and the Ethernet addresses. The time, the buffer and {@link #frameLength} are
 * not part of a match.
 *
 * <p>Valid until the stage's method returns, on the worker's thread only. Ethernet addresses are
 * 48-bit numbers; ports and IPv4 addresses are unsigned ints: 10.0.0.1 is 0x0a000001.
 */
public interface FlowRequest {
  /** As a VLAN id argument: the VLAN id of the request. */
  int SAME_VLAN = -2;

  /**
   * The same request without tracking of reads, for a stage that learns or counts and makes no
   * decision by what it reads. {@link SwitchOutput} accepts both. Allocates nothing. Since API
   * level 4.
   */
  FlowRequest untracked();

  /**
   * The name of {@link #untracked} before API level 4.
   *
   * @deprecated use {@link #untracked}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  default FlowRequest unnoted() {
    return untracked();
  }

  /** The datapath id of the switch that sent it. */
  long datapathId();

  /** The in-port of the packet, as an OpenFlow 1.3 number in both versions. */
  int inPort();

  /**
   * The start of the worker's cycle, in nanoseconds of {@link ApplicationContext#clock}. With
   * {@code ordering = none}, when the worker read the request. Of two requests of a switch that
   * different workers have read, the one that the switch sent later has the later time then.
   */
  long nowNs();

  /** Source address of the Ethernet frame. */
  long ethSrc();

  /** Destination address of the Ethernet frame. */
  long ethDst();

  /** Whether the destination is a multicast or broadcast address. */
  boolean isMulticast();

  /** EtherType; when there are VLAN tags, the one after them. */
  int ethType();

  /** VLAN id of the outer tag, or -1 when the frame has none. */
  int vlanId();

  /** Whether the frame carries an IPv4 header. */
  boolean isIpv4();

  /** IPv4 source address; 0 when the frame is not IPv4. */
  int ipv4Src();

  /** IPv4 destination address; 0 when the frame is not IPv4. */
  int ipv4Dst();

  /** IP protocol or IPv6 next header; -1 when the frame is neither. */
  int ipProtocol();

  /** Source port, or ICMP type; -1 when the frame has none, such as a later fragment. */
  int l4Src();

  /** Destination port, or ICMP code; -1 when the frame has none, such as a later fragment. */
  int l4Dst();

  /** Whether the frame carries an IPv6 header. Since API level 4. */
  default boolean isIpv6() {
    return false;
  }

  /**
   * The first 64 bits of the IPv6 source address; 0 when the frame is not IPv6. An entry for the
   * request then matches the whole address; none is installed with OpenFlow 1.0, whose match has no
   * IPv6. Since API level 4, as the other halves and the target.
   */
  default long ipv6SrcHigh() {
    return 0;
  }

  /** The last 64 bits of the IPv6 source address; like {@link #ipv6SrcHigh}. */
  default long ipv6SrcLow() {
    return 0;
  }

  /** The first 64 bits of the IPv6 destination address; like {@link #ipv6SrcHigh}. */
  default long ipv6DstHigh() {
    return 0;
  }

  /** The last 64 bits of the IPv6 destination address; like {@link #ipv6SrcHigh}. */
  default long ipv6DstLow() {
    return 0;
  }

  /**
   * The first 64 bits of the target of a neighbour solicitation or advertisement (ICMPv6 types 135
   * and 136); 0 when the frame is neither; like {@link #ipv6SrcHigh}.
   */
  default long ndTargetHigh() {
    return 0;
  }

  /** The last 64 bits of the target; like {@link #ndTargetHigh}. */
  default long ndTargetLow() {
    return 0;
  }

  /** Whether the frame carries a whole ARP packet for IPv4 over Ethernet. */
  boolean isArp();

  /** 1 is a request, 2 a reply; -1 when the frame is not ARP. */
  int arpOperation();

  /** IPv4 address of the ARP packet's sender; 0 when the frame is not ARP. */
  int arpSenderIpv4();

  /** IPv4 address that the ARP packet asks about; 0 when the frame is not ARP. */
  int arpTargetIpv4();

  /**
   * The switch's buffer that holds the packet, or -1 when it sent the packet whole. Needed only for
   * answers that do not go through {@link SwitchOutput}.
   */
  int bufferId();

  /**
   * Why the switch sent the packet: 0 no entry or the table-miss entry matched; 1 an action of an
   * entry; 2 invalid TTL. Not part of a match, nor are table and cookie. Since API level 4.
   */
  default int reason() {
    return 0;
  }

  /** The table of the entry that sent the packet; 0 in OpenFlow 1.0. Since API level 4. */
  default int tableId() {
    return 0;
  }

  /**
   * The cookie of the entry that sent the packet; 0 in OpenFlow 1.0, and all ones when no entry
   * did. Since API level 4.
   */
  default long cookie() {
    return 0;
  }

  /**
   * Number of bytes of the frame in the PACKET_IN. A match cannot express it, and the platform does
   * not track reads of it, because it only bounds what is copied. A stage that decides by it must
   * use {@link SwitchOutput#forward} and install nothing.
   */
  int frameLength();

  /**
   * One byte of the frame, 0 to 255. A match can express only the Ethernet addresses and the
   * Ethernet type of an untagged frame. After a read of any other byte, no entry is installed for
   * the request.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= index < frameLength()}
   */
  int frameByte(int index);
}
