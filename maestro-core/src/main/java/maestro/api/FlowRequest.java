package maestro.api;

/**
 * One flow request: a packet that matched no flow entry, as its switch sent it in a PACKET_IN. A
 * flyweight over the bytes that were read from the switch; nothing is copied, every accessor reads
 * the wire.
 *
 * <p>The platform notes which fields of the packet are read. A flow entry that any stage of the
 * sequence installs for the request by then matches them all, so that it covers no packet about
 * which the stages could have decided otherwise. {@link #unnoted} is for reads that decide nothing.
 * The in-port and the Ethernet addresses are matched anyway; the time, the buffer and {@link
 * #frameLength} are no part of a match.
 *
 * <p>Valid until the stage's method returns, on the worker's thread only. Addresses are 48 bit
 * numbers, ports and IPv4 addresses are ints to be read as unsigned.
 */
public interface FlowRequest {
  /** Where a VLAN id is asked for: that of the request. */
  int SAME_VLAN = -2;

  /**
   * The same request, reads of which are not noted: for a stage that learns or counts, and lets no
   * decision depend on what it reads. Answers take either. Allocates nothing.
   */
  FlowRequest unnoted();

  /** The switch that sent it. */
  long datapathId();

  /** The port the packet came in by, as an OpenFlow 1.3 number whatever the switch speaks. */
  int inPort();

  /** The time of this worker's cycle, in nanoseconds of {@link System#nanoTime}. */
  long nowNs();

  /** Source address of the Ethernet frame. */
  long ethSrc();

  /** Destination address of the Ethernet frame. */
  long ethDst();

  /** Whether the destination is a group address; broadcast is one. */
  boolean isMulticast();

  /** EtherType, that behind the VLAN tags when there are any. */
  int ethType();

  /** VLAN id of the outer tag, or -1 when the frame has none. */
  int vlanId();

  /**
   * Whether the frame carries an IPv4 header; only then do the {@code ipv4…} accessors mean
   * anything.
   */
  boolean isIpv4();

  /** IPv4 source address. */
  int ipv4Src();

  /** IPv4 destination address. */
  int ipv4Dst();

  /** IP protocol or IPv6 next header; -1 when the frame is neither. */
  int ipProtocol();

  /** Source port, or ICMP type; -1 when the frame has none. */
  int l4Src();

  /** Destination port, or ICMP code; -1 when the frame has none. */
  int l4Dst();

  /**
   * Whether the frame carries a whole ARP packet for IPv4 over Ethernet; only then do the {@code
   * arp…} accessors mean anything.
   */
  boolean isArp();

  /** 1 is a request, 2 a reply; -1 when the frame is no ARP. */
  int arpOperation();

  /** IPv4 address of the ARP packet's sender; 0 when the frame is no ARP. */
  int arpSenderIpv4();

  /** IPv4 address the ARP packet asks about; 0 when the frame is no ARP. */
  int arpTargetIpv4();

  /**
   * The switch's buffer that holds the packet, or -1 when it sent the packet whole. For an answer
   * that is not given through {@link SwitchOutput}.
   */
  int bufferId();

  /**
   * Bytes of the frame that the switch sent along. No match can say it, and reading it is not
   * noted, since it bounds what is copied: what is decided by it is decided with {@link
   * SwitchOutput#forward} and not installed.
   */
  int frameLength();

  /**
   * One byte of the frame, 0 to 255. Apart from the addresses and the Ethernet type of an untagged
   * frame, no match can say it: once one is read, no entry is installed for the request.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= index < frameLength()}
   */
  int frameByte(int index);
}
