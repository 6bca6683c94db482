package maestro.api;

/**
 * A packet field that a flow entry can match. Every entry also matches the in-port and the two
 * Ethernet addresses, unless {@link FlowOptions#matchingExactly} says otherwise. A match on a field
 * includes the fields that OpenFlow requires before it: a port needs the IP protocol, which needs
 * the Ethernet type. When a packet lacks a field, the entry matches those required fields alone.
 * OpenFlow 1.0 matches nothing within IPv6: with such a field no entry is installed there, and the
 * packet is forwarded alone.
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
  ARP_TARGET_IPV4(1 << 9),
  /** {@link FlowRequest#inPort}. Since API level 4. */
  IN_PORT(1 << 12),
  /** {@link FlowRequest#ethSrc}. Since API level 4. */
  ETH_SRC(1 << 13),
  /** {@link FlowRequest#ethDst}. Since API level 4. */
  ETH_DST(1 << 14),
  /** The source address of an IPv6 packet. Since API level 4. */
  IPV6_SRC(1 << 15),
  /** The destination address of an IPv6 packet. Since API level 4. */
  IPV6_DST(1 << 16),
  /**
   * The IPv6 address that a neighbour solicitation or advertisement is about (RFC 4861). Since API
   * level 4.
   */
  ND_TARGET(1 << 17);

  private final int bit;

  FlowField(int bit) {
    this.bit = bit;
  }

  /** The field's bit in a set of fields, which is an int. */
  public int bit() {
    return bit;
  }

  /**
   * The first bits of this address: {@code IPV4_DST.prefix(24)} matches the packets to a network of
   * 256 addresses. Since API level 4.
   *
   * @throws IllegalArgumentException like {@link AddressPrefix}
   */
  public AddressPrefix prefix(int bits) {
    return new AddressPrefix(this, bits);
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
