package maestro.network.dataplane.packet;

/** A hash of the fields that say which flow a packet is of. Stateless; allocates nothing. */
public final class FlowHash {
  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

  private FlowHash() {}

  /** The hash of a packet, as it is now: of addresses, types, VLAN, label and ports. */
  public static long of(Packet p) {
    p.refresh();
    long[] key = p.key;
    long protocol = key[Key.NETWORK_WORD] & Key.PROTOCOL;
    int number = (int) (protocol >>> Key.PROTOCOL_SHIFT);
    boolean hasPorts = number == Field.TCP || number == Field.UDP || number == Field.SCTP;
    long ports = hasPorts ? key[Key.NETWORK_WORD] & (Key.TP_SRC | Key.TP_DST) : 0;
    long hash = mix(0, key[Key.DST_WORD]);
    hash = mix(hash, key[Key.SRC_WORD] & (Key.ETH | Key.VLAN));
    hash = mix(hash, protocol | ports);
    hash = mix(hash, key[Key.ADDRESS_WORD]);
    hash = mix(hash, p.get(Field.MPLS_LABEL));
    for (int word = Key.IPV6_SRC_WORD; word < Key.TARGET_WORD; word++) {
      hash = mix(hash, key[word]);
    }
    return hash;
  }

  private static long mix(long hash, long word) {
    long mixed = (hash ^ word) * MIX;
    return mixed ^ mixed >>> 32;
  }
}
