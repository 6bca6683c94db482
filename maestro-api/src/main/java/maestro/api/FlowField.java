package maestro.api;

/**
 * A packet field that a flow entry can match. Every entry also matches the in-port and the two
 * Ethernet addresses. A match on a field includes the fields that OpenFlow requires before it: a
 * port needs the IP protocol, which needs the Ethernet type. When a packet lacks a field, the entry
 * matches those required fields alone.
 */
public enum FlowField {
  /** {@link FlowRequest#vlanId}: the id in the outer tag, or the absence of a tag. */
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

  /** The field's bit in a set of fields, which is an int. */
  public int bit() {
    return bit;
  }

  /** The set of these fields. */
  static int bits(FlowField... fields) {
    int bits = 0;
    for (FlowField field : fields) {
      bits |= field.bit;
    }
    return bits;
  }
}
