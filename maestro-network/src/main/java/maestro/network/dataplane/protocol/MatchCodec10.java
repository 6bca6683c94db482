package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.Objects;
import maestro.network.dataplane.packet.Field;
import maestro.network.dataplane.packet.Key;
import maestro.network.dataplane.table.Match;
import maestro.openflow.FrameNumbers;
import maestro.openflow.OpenFlow;

/**
 * Reads and writes the match of OpenFlow 1.0. Stateless.
 *
 * <pre>
 *  0           4         6        12       18        20    21  22        24    25      26  28
 *  | wildcards | in_port | dl_src | dl_dst | dl_vlan | pcp | 0 | dl_type | tos | proto | 0 | …
 *  28       32       36       38       40
 *  | nw_src | nw_dst | tp_src | tp_dst |
 * </pre>
 *
 * <p>A field that frames of this match cannot have is ignored, as if it were wildcarded: the ports
 * of ARP, everything above Ethernet without its type.
 */
final class MatchCodec10 {
  static final int BYTES = 40;

  private static final int WILD_IN_PORT = 1 << wildcard(Field.IN_PORT);
  private static final int WILD_VLAN = 1 << wildcard(Field.VLAN_VID);
  private static final int WILD_SRC = 1 << wildcard(Field.ETH_SRC);
  private static final int WILD_DST = 1 << wildcard(Field.ETH_DST);
  private static final int WILD_TYPE = 1 << wildcard(Field.ETH_TYPE);
  private static final int WILD_PROTOCOL = 1 << wildcard(Field.IP_PROTO);
  private static final int WILD_TP_SRC = 1 << wildcard(Field.TCP_SRC);
  private static final int WILD_TP_DST = 1 << wildcard(Field.TCP_DST);
  private static final int NW_SRC_SHIFT = wildcard(Field.IPV4_SRC);
  private static final int NW_DST_SHIFT = wildcard(Field.IPV4_DST);
  private static final int WILD_PCP = 1 << wildcard(Field.VLAN_PCP);
  private static final int WILD_TOS = 1 << wildcard(Field.IP_DSCP);
  private static final int ALL_WILDCARDS = (1 << 22) - 1;
  private static final int NO_VLAN = 0xffff;

  /** In place of a number of bits: the whole address is wildcarded. */
  private static final int ALL_BITS = 0x3f;

  private MatchCodec10() {}

  private static int wildcard(Field field) {
    return Objects.requireNonNull(field.oxm.form10(), "OpenFlow 1.0 has it").wildcard();
  }

  /** Whether the match at {@code at} has no wildcard. */
  static boolean isExact(ByteBuffer b, int at) {
    return (b.getInt(at) & ALL_WILDCARDS) == 0;
  }

  static Match read(ByteBuffer b, int at) {
    int wildcards = b.getInt(at);
    long[] values = new long[Key.WORDS];
    long[] masks = new long[Key.WORDS];
    int inPort = OpenFlow.port10To13(b.getShort(at + 4));
    values[Key.IN_PORT_WORD] = (long) inPort << Key.IN_PORT_SHIFT;
    masks[Key.IN_PORT_WORD] = unless(wildcards, WILD_IN_PORT, Key.IN_PORT);
    values[Key.DST_WORD] = (b.getLong(at + 12) & Key.ETH) | (b.getShort(at + 22) & 0xffff);
    masks[Key.DST_WORD] =
        unless(wildcards, WILD_DST, Key.ETH) | unless(wildcards, WILD_TYPE, Key.ETH_TYPE);
    values[Key.SRC_WORD] = b.getLong(at + 6) & Key.ETH;
    masks[Key.SRC_WORD] = unless(wildcards, WILD_SRC, Key.ETH);
    readTag(b, at, wildcards, values, masks);
    if ((wildcards & WILD_TYPE) == 0) {
      readNetwork(b, at, wildcards, values, masks);
    }
    return new Match(values, masks);
  }

  /**
   * The match as the switch tells it: what is wildcarded or ignored is 0.
   *
   * @param exact whether it came without wildcards; then it is told without
   */
  static byte[] write(Match match, boolean exact) {
    long[] values = match.key();
    long[] masks = match.keyMasks();
    ByteBuffer b = ByteBuffer.allocate(BYTES);
    long in = values[Key.IN_PORT_WORD];
    b.putShort(4, (short) OpenFlow.port13To10((int) (in >>> Key.IN_PORT_SHIFT)));
    long src = values[Key.SRC_WORD];
    b.putShort(6, (short) (src >>> 48)).putInt(8, (int) (src >>> 16));
    long dst = values[Key.DST_WORD];
    b.putLong(12, dst & Key.ETH).putShort(22, (short) dst);
    boolean vlan = (masks[Key.SRC_WORD] & 1) != 0;
    boolean untagged = vlan && (src & Key.TAGGED) == 0;
    b.putShort(18, (short) (untagged ? NO_VLAN : src & 0xfff));
    b.put(20, (byte) ((src & Key.PCP) >>> Key.PCP_SHIFT));
    long network = values[Key.NETWORK_WORD];
    b.put(24, (byte) (network >>> Key.DSCP_SHIFT << 2));
    b.put(25, (byte) (network >>> Key.PROTOCOL_SHIFT));
    b.putLong(28, values[Key.ADDRESS_WORD]).putInt(36, (int) network);
    return b.putInt(0, exact ? 0 : wildcards(masks, vlan)).array();
  }

  private static int wildcards(long[] masks, boolean vlan) {
    long src = masks[Key.SRC_WORD];
    long dst = masks[Key.DST_WORD];
    long network = masks[Key.NETWORK_WORD];
    long addresses = masks[Key.ADDRESS_WORD];
    return wild(masks[Key.IN_PORT_WORD], WILD_IN_PORT)
        | (vlan ? 0 : WILD_VLAN)
        | wild(src & Key.ETH, WILD_SRC)
        | wild(dst & Key.ETH, WILD_DST)
        | wild(dst & Key.ETH_TYPE, WILD_TYPE)
        | wild(network & Key.PROTOCOL, WILD_PROTOCOL)
        | wild(network & Key.TP_SRC, WILD_TP_SRC)
        | wild(network & Key.TP_DST, WILD_TP_DST)
        | (wildBits((int) (addresses >>> Key.NW_SRC_SHIFT)) << NW_SRC_SHIFT)
        | (wildBits((int) addresses) << NW_DST_SHIFT)
        | wild(src & Key.PCP, WILD_PCP)
        | wild(network & Key.DSCP, WILD_TOS);
  }

  private static int wild(long mask, int bit) {
    return mask == 0 ? bit : 0;
  }

  private static int wildBits(int mask) {
    return mask == 0 ? ALL_BITS : Integer.numberOfTrailingZeros(mask);
  }

  private static void readTag(ByteBuffer b, int at, int wildcards, long[] values, long[] masks) {
    int vlan = b.getShort(at + 18) & 0xffff;
    boolean anyVlan = (wildcards & WILD_VLAN) != 0;
    if (!anyVlan && vlan == NO_VLAN) {
      masks[Key.SRC_WORD] |= Key.VLAN | Key.PCP;
      return; // without a tag there is no priority
    }
    boolean anyPriority = (wildcards & WILD_PCP) != 0;
    long priority = b.get(at + 20) & 7;
    values[Key.SRC_WORD] |= Key.TAGGED | (vlan & 0xfff) | priority << Key.PCP_SHIFT;
    if (!anyVlan) {
      masks[Key.SRC_WORD] |= Key.VLAN;
    }
    if (!anyPriority) { // a frame without a tag has no priority, not even 0
      masks[Key.SRC_WORD] |= Key.PCP | Key.TAGGED;
    }
  }

  private static void readNetwork(
      ByteBuffer b, int at, int wildcards, long[] values, long[] masks) {
    int type = b.getShort(at + 22) & 0xffff;
    if (type != FrameNumbers.TYPE_IPV4 && type != FrameNumbers.TYPE_ARP) {
      return;
    }
    int protocol = b.get(at + 25) & 0xff;
    long word = (long) protocol << Key.PROTOCOL_SHIFT;
    long mask = unless(wildcards, WILD_PROTOCOL, Key.PROTOCOL);
    if (type == FrameNumbers.TYPE_IPV4) {
      word |= (long) ((b.get(at + 24) & 0xff) >>> 2) << Key.DSCP_SHIFT;
      mask |= unless(wildcards, WILD_TOS, Key.DSCP);
      boolean ports = protocol == Field.TCP || protocol == Field.UDP || protocol == Field.ICMP;
      if ((wildcards & WILD_PROTOCOL) == 0 && ports) {
        word |= b.getInt(at + 36) & 0xffff_ffffL;
        mask |= unless(wildcards, WILD_TP_SRC, Key.TP_SRC);
        mask |= unless(wildcards, WILD_TP_DST, Key.TP_DST);
      }
    }
    values[Key.NETWORK_WORD] = word;
    masks[Key.NETWORK_WORD] = mask;
    values[Key.ADDRESS_WORD] = b.getLong(at + 28);
    masks[Key.ADDRESS_WORD] =
        prefix(wildcards >>> NW_SRC_SHIFT) << Key.NW_SRC_SHIFT | prefix(wildcards >>> NW_DST_SHIFT);
  }

  /** The mask of an address of which so many lower bits are wildcarded; from 32 on, all. */
  private static long prefix(int wildBits) {
    int wild = wildBits & 0x3f;
    return wild >= 32 ? 0 : 0xffff_ffffL << wild & 0xffff_ffffL;
  }

  private static long unless(int wildcards, int bit, long mask) {
    return (wildcards & bit) != 0 ? 0 : mask;
  }
}
