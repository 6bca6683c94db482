package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.openflow.Actions;
import maestro.openflow.FrameNumbers;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.Oxm;

/**
 * Writes the FLOW_MODs that Maestro sends by itself: deletes and the table-miss entry. The layout
 * is in {@link FlowModFlyweight}. {@link L2FlowAdd} and {@link FlowAdd} add entries; other
 * FLOW_MODs are built with openflowj. Stateless.
 *
 * <p>Every message is written as whole words, so that each of its bytes, padding included, is
 * written once.
 */
public final class FlowModEncoder {
  private static final int DELETE_BYTES_10 = 72;
  private static final int DELETE_BYTES_13 = 64;

  /**
   * The cookie of the table-miss entry, the same for every controller. It is no cookie of an
   * application, and not 0, as entries that somebody adds by hand have.
   */
  public static final long TABLE_MISS_COOKIE = 0x6d61_6d69_7373L;

  private static final int TABLE_MISS_BYTES = 80;
  private static final int ASKS_FOR_FLOW_REMOVED = 1;
  private static final int DELETE_L2_BYTES_13 = 80;

  private static final int WILD_BUT_L2_10 =
      FlowModFlyweight.WILD_ALL_10
          & ~(FlowModFlyweight.WILD_IN_PORT_10
              | FlowModFlyweight.WILD_ETH_SRC_10
              | FlowModFlyweight.WILD_ETH_DST_10);

  private static final long DELETE_IN_ALL_TABLES =
      ((long) OpenFlow.TABLE_ALL << 56) | ((long) OpenFlow.FLOW_MOD_DELETE << 48);

  private static final long GROUP_ANY_WORD = 0xffff_ffff_0000_0000L;
  private static final long PORT_ANY = 0xffff_ffffL;
  private static final long PORT_NONE_10 = 0xffffL;

  /** Type 1, length 32 and the header of the first of the three fields. */
  private static final long MATCH_L2 = 0x0001_0020_0000_0000L | (Oxm.IN_PORT & 0xffff_ffffL);

  /** Type 1, length 14 and the header of the one field. */
  private static final long MATCH_ETH_DST = 0x0001_000e_0000_0000L | (Oxm.ETH_DST & 0xffff_ffffL);

  /** Type 1 and length 4: no field. */
  private static final long MATCH_ALL = 0x0001_0004_0000_0000L;

  /** Type 4 and length 24: one OUTPUT action. */
  static final long APPLY_ONE_OUTPUT = 0x0004_0018_0000_0000L;

  private FlowModEncoder() {}

  public static int deleteByEthDstBytes(int version) {
    return version == OpenFlow.VERSION_10 ? DELETE_BYTES_10 : DELETE_BYTES_13;
  }

  /**
   * Writes a non-strict DELETE of every flow entry to one address, with any other fields and output
   * port, in any table.
   *
   * @param ethDst 48 bits
   * @return bytes written
   */
  public static int deleteByEthDst(ByteBuffer out, int at, int version, int xid, long ethDst) {
    if (version == OpenFlow.VERSION_10) {
      int wild = FlowModFlyweight.WILD_ALL_10 & ~FlowModFlyweight.WILD_ETH_DST_10;
      return encodeDelete10(out, at, xid, wild, 0, 0, ethDst);
    }
    out.putLong(at, Header.word(version, OpenFlow.FLOW_MOD, DELETE_BYTES_13, xid));
    encodeFixed13(out, at, 0, DELETE_IN_ALL_TABLES, OpenFlow.NO_BUFFER, 0);
    int match = at + FlowModFlyweight.MATCH_13;
    out.putLong(match, MATCH_ETH_DST);
    out.putLong(match + 8, ethDst << 16);
    return DELETE_BYTES_13;
  }

  public static int deleteL2Bytes(int version) {
    return version == OpenFlow.VERSION_10 ? DELETE_BYTES_10 : DELETE_L2_BYTES_13;
  }

  /**
   * Writes a non-strict DELETE of every flow entry with this in-port and these addresses, with any
   * other fields and output port, in any table.
   *
   * @param ethSrc 48 bits
   * @param ethDst 48 bits
   * @return bytes written
   */
  public static int deleteL2(
      ByteBuffer out, int at, int version, int xid, int inPort, long ethSrc, long ethDst) {
    if (version == OpenFlow.VERSION_10) {
      return encodeDelete10(out, at, xid, WILD_BUT_L2_10, inPort, ethSrc, ethDst);
    }
    int bytes = deleteL2Bytes(version);
    out.putLong(at, Header.word(version, OpenFlow.FLOW_MOD, bytes, xid));
    encodeFixed13(out, at, 0, DELETE_IN_ALL_TABLES, OpenFlow.NO_BUFFER, 0);
    encodeMatchL2(out, at + FlowModFlyweight.MATCH_13, inPort, ethSrc, ethDst);
    return bytes;
  }

  public static int tableMissBytes() {
    return TABLE_MISS_BYTES;
  }

  /**
   * Writes the 1.3 table-miss entry of table 0: priority 0, matches all, sends whole packets to the
   * controller, asks for FLOW_REMOVED. Without this entry a 1.3 switch drops packets that match no
   * other.
   *
   * @return bytes written
   */
  public static int tableMiss(ByteBuffer out, int at, int xid) {
    out.putLong(at, Header.word(OpenFlow.VERSION_13, OpenFlow.FLOW_MOD, TABLE_MISS_BYTES, xid));
    encodeFixed13(out, at, TABLE_MISS_COOKIE, 0, OpenFlow.NO_BUFFER, ASKS_FOR_FLOW_REMOVED);
    int match = at + FlowModFlyweight.MATCH_13;
    out.putLong(match, MATCH_ALL);
    out.putLong(match + 8, APPLY_ONE_OUTPUT);
    Actions.encodeOutput13(out, match + 16, OpenFlow.PORT_CONTROLLER);
    return TABLE_MISS_BYTES;
  }

  /**
   * Whether bytes are the beginning of the message that {@link #tableMiss} writes, at least up to
   * the end of its match. An ERROR has the first 64 bytes of the message that it is about.
   */
  public static boolean isTableMiss(ByteBuffer b, int at, int bytes) {
    int compared = Math.min(bytes, TABLE_MISS_BYTES);
    if (compared < FlowModFlyweight.MATCH_13 + Long.BYTES) {
      return false;
    }
    ByteBuffer own = ByteBuffer.allocate(TABLE_MISS_BYTES);
    tableMiss(own, 0, Header.xid(b, at));
    return own.limit(compared).equals(b.slice(at, compared));
  }

  private static int encodeDelete10(
      ByteBuffer out, int at, int xid, int wild, int inPort, long ethSrc, long ethDst) {
    out.putLong(at, Header.word(OpenFlow.VERSION_10, OpenFlow.FLOW_MOD, DELETE_BYTES_10, xid));
    encodeMatch10(out, at, wild, inPort, ethSrc, ethDst);
    encodeFixed10(out, at, 0, (long) OpenFlow.FLOW_MOD_DELETE << 48, OpenFlow.NO_BUFFER, 0);
    return DELETE_BYTES_10;
  }

  /** The 40 bytes of a 1.0 match; unused fields are zero and must be wildcarded. */
  private static void encodeMatch10(
      ByteBuffer out, int at, int wild, int inPort, long ethSrc, long ethDst) {
    int match = at + FlowModFlyweight.MATCH_10;
    long src = ethSrc & FrameNumbers.ADDRESS_BITS;
    long dst = ethDst & FrameNumbers.ADDRESS_BITS;
    out.putLong(
        match, ((long) wild << 32) | ((long) OpenFlow.port13To10(inPort) << 16) | (src >>> 32));
    out.putLong(match + 8, (src << 32) | (dst >>> 16));
    out.putLong(match + 16, dst << 48);
    out.putLong(match + 24, 0);
    out.putLong(match + 32, 0);
  }

  /** The 40 bytes of a 1.0 match of in-port, destination and source. */
  static void encodeMatchL2For10(ByteBuffer out, int at, int inPort, long ethSrc, long ethDst) {
    encodeMatch10(out, at, WILD_BUT_L2_10, inPort, ethSrc, ethDst);
  }

  /** The 32 bytes of a 1.3 match of in-port, destination and source; no padding is needed. */
  static void encodeMatchL2(ByteBuffer out, int match, int inPort, long ethSrc, long ethDst) {
    out.putLong(match, MATCH_L2);
    out.putLong(match + 8, ((long) inPort << 32) | (Oxm.ETH_DST & 0xffff_ffffL));
    out.putLong(match + 16, (ethDst << 16) | (Oxm.ETH_SRC >>> 16));
    out.putLong(match + 24, ((long) Oxm.ETH_SRC << 48) | (ethSrc & FrameNumbers.ADDRESS_BITS));
  }

  /** The 24 bytes of a 1.0 FLOW_MOD between match and actions. */
  static void encodeFixed10(
      ByteBuffer out, int at, long cookie, long commandToPriority, int bufferId, int flags) {
    out.putLong(at + FlowModFlyweight.COOKIE_10, cookie);
    out.putLong(at + FlowModFlyweight.COMMAND_10, commandToPriority);
    out.putLong(
        at + FlowModFlyweight.BUFFER_ID_10,
        ((long) bufferId << 32) | (PORT_NONE_10 << 16) | (flags & 0xffffL));
  }

  /** The 40 bytes of a 1.3 FLOW_MOD between header and match. */
  static void encodeFixed13(
      ByteBuffer out, int at, long cookie, long tableToPriority, int bufferId, int flags) {
    out.putLong(at + FlowModFlyweight.COOKIE_13, cookie);
    out.putLong(at + FlowModFlyweight.COOKIE_MASK_13, 0);
    out.putLong(at + FlowModFlyweight.TABLE_13, tableToPriority);
    out.putLong(at + FlowModFlyweight.BUFFER_ID_13, ((long) bufferId << 32) | PORT_ANY);
    out.putLong(at + FlowModFlyweight.OUT_GROUP_13, GROUP_ANY_WORD | ((flags & 0xffffL) << 16));
  }
}
