package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * Writes requests for a switch's flow entries, and the removal of entries in its reply. The layout
 * of a FLOW_MOD is in {@link FlowModFlyweight}. Stateless.
 *
 * <pre>
 *  request 1.0  8          10      12      52      53    54
 *               | type = 1 | flags | match | table | pad | out_port |
 *  request 1.3  8          10      12    16      17    20         24          28    32
 *               | type = 1 | flags | pad | table | pad | out_port | out_group | pad | …
 *               32       40            48
 *               | cookie | cookie_mask | match
 * </pre>
 */
public final class FlowStatsEncoder {
  /** Bytes of a request, in both versions. */
  public static final int REQUEST_BYTES = 56;

  private static final int DELETE_STRICT = 4;
  private static final int DELETE_BYTES_10 = 72;
  private static final long FLOW_TYPE_WORD = 0x0001_0000_0000_0000L;
  private static final long PORT_NONE_10 = 0xffffL;
  private static final long ANY_WORD = -1L;
  private static final long TABLE_ALL_ANY_PORT = 0xff00_0000_ffff_ffffL;
  private static final long ANY_GROUP = 0xffff_ffff_0000_0000L;
  private static final long MATCH_ALL_13 = 0x0001_0004_0000_0000L;

  private FlowStatsEncoder() {}

  /**
   * Writes a request for all entries of all tables.
   *
   * @return bytes written
   */
  public static int request(ByteBuffer out, int at, int version, int xid) {
    out.putLong(at, Header.word(version, OpenFlow.statsRequest(version), REQUEST_BYTES, xid));
    out.putLong(at + 8, FLOW_TYPE_WORD);
    if (version == OpenFlow.VERSION_10) {
      out.putInt(at + 12, FlowModFlyweight.WILD_ALL_10);
      for (int zeros = 16; zeros < 52; zeros += 4) {
        out.putInt(at + zeros, 0);
      }
      out.putInt(at + 52, OpenFlow.TABLE_ALL << 24 | (int) PORT_NONE_10);
      return REQUEST_BYTES;
    }
    out.putLong(at + 16, TABLE_ALL_ANY_PORT);
    out.putLong(at + 24, ANY_GROUP);
    out.putLong(at + 32, 0);
    out.putLong(at + 40, 0);
    out.putLong(at + 48, MATCH_ALL_13);
    return REQUEST_BYTES;
  }

  /** Bytes of the message that removes an entry. */
  public static int deleteBytes(FlowStatsEntryFlyweight entry) {
    return entry.version() == OpenFlow.VERSION_10
        ? DELETE_BYTES_10
        : FlowModFlyweight.MATCH_13 + entry.matchBytes();
  }

  /**
   * Writes a strict DELETE of an entry, with its match as the switch sent it. In 1.3 it also names
   * the cookie, so it spares an entry that another application has put in its place; 1.0 has no
   * cookie there.
   *
   * @return bytes written
   */
  public static int delete(ByteBuffer out, int at, int xid, FlowStatsEntryFlyweight entry) {
    int bytes = deleteBytes(entry);
    out.putLong(at, Header.word(entry.version(), OpenFlow.FLOW_MOD, bytes, xid));
    if (entry.version() == OpenFlow.VERSION_10) {
      out.put(
          at + FlowModFlyweight.MATCH_10, entry.buffer(), entry.matchOffset(), entry.matchBytes());
      out.putLong(at + FlowModFlyweight.COOKIE_10, entry.cookie());
      out.putLong(at + FlowModFlyweight.COMMAND_10, (long) DELETE_STRICT << 48 | entry.priority());
      out.putLong(at + FlowModFlyweight.BUFFER_ID_10, ANY_WORD << 32 | PORT_NONE_10 << 16);
      return bytes;
    }
    out.putLong(at + FlowModFlyweight.COOKIE_13, entry.cookie());
    out.putLong(at + FlowModFlyweight.COOKIE_MASK_13, ANY_WORD);
    out.putLong(
        at + FlowModFlyweight.TABLE_13,
        (long) entry.table() << 56 | (long) DELETE_STRICT << 48 | entry.priority());
    out.putLong(at + FlowModFlyweight.BUFFER_ID_13, ANY_WORD);
    out.putLong(at + FlowModFlyweight.OUT_GROUP_13, ANY_GROUP);
    out.put(
        at + FlowModFlyweight.MATCH_13, entry.buffer(), entry.matchOffset(), entry.matchBytes());
    return bytes;
  }
}
