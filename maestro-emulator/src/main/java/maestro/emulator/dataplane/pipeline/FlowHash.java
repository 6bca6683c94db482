package maestro.emulator.dataplane.pipeline;

/** A hash of the fields that say which flow a packet is of. Stateless; allocates nothing. */
final class FlowHash {
  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

  private static final int[] WORDS = {
    Field.ETH_DST.word(),
    Field.ETH_SRC.word(),
    Field.ETH_TYPE.word(),
    Field.VLAN_VID.word(),
    Field.IP_PROTO.word(),
    Field.IPV4_SRC.word(),
    Field.IPV4_DST.word(),
    Field.IPV6_SRC.word(),
    Field.IPV6_SRC.upperWord(),
    Field.IPV6_DST.word(),
    Field.IPV6_DST.upperWord(),
    Field.ARP_SPA.word(),
    Field.ARP_TPA.word(),
    Field.MPLS_LABEL.word(),
    Field.TCP_SRC.word(),
    Field.TCP_DST.word(),
    Field.UDP_SRC.word(),
    Field.UDP_DST.word(),
    Field.SCTP_SRC.word(),
    Field.SCTP_DST.word()
  };

  private FlowHash() {}

  /** The hash of a packet, as it is now. */
  static long of(Packet p) {
    p.refresh();
    long hash = 0;
    for (int word : WORDS) {
      hash = (hash ^ p.key[word]) * MIX;
      hash ^= hash >>> 32;
    }
    return hash;
  }
}
