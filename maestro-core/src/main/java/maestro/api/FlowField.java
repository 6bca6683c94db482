package maestro.api;

/**
 * What of a packet a flow entry can match, beside the in-port and the two Ethernet addresses, which
 * are always matched. A field brings along what OpenFlow wants before it: a port brings the IP
 * protocol, and that the Ethernet type. A packet that does not have a field is told from others by
 * those.
 */
public enum FlowField {
  /** {@link FlowRequest#vlanId}: that of the outer tag, or that there is none. */
  VLAN(1),
  /** {@link FlowRequest#ethType}. */
  ETH_TYPE(1 << 1),
  /** {@link FlowRequest#ipProtocol}. */
  IP_PROTO(1 << 2),
  /** {@link FlowRequest#ipv4Src}. */
  IPV4_SRC(1 << 3),
  /** {@link FlowRequest#ipv4Dst}. */
  IPV4_DST(1 << 4),
  /** {@link FlowRequest#l4Src}: a port, or the type of an ICMP message. */
  L4_SRC(1 << 5),
  /** {@link FlowRequest#l4Dst}: a port, or the code of an ICMP message. */
  L4_DST(1 << 6),
  /** {@link FlowRequest#arpOperation}. */
  ARP_OPERATION(1 << 7),
  /** {@link FlowRequest#arpSenderIpv4}. */
  ARP_SENDER_IPV4(1 << 8),
  /** {@link FlowRequest#arpTargetIpv4}. */
  ARP_TARGET_IPV4(1 << 9);

  private final int bit;

  FlowField(int bit) {
    this.bit = bit;
  }

  /** A bit of its own, so that an int can say several fields. */
  public int bit() {
    return bit;
  }

  /** The bits of all of these. */
  static int bits(FlowField... fields) {
    int bits = 0;
    for (FlowField field : fields) {
      bits |= field.bit;
    }
    return bits;
  }
}
