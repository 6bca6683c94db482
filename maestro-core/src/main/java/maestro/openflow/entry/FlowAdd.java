package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;
import maestro.openflow.ActionList;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * A FLOW_MOD ADD to write, with any {@link MatchFields} and actions; the layout is in {@link
 * FlowModFlyweight}. {@link L2FlowAdd} writes the same bytes faster for an entry that matches only
 * in-port and addresses and sends to one port.
 *
 * <p>Scratch, filled anew for each message; confined to one thread, allocates nothing.
 */
public final class FlowAdd {
  private static final int FIXED_BYTES_10 = FlowModFlyweight.ACTIONS_10;
  private static final int FIXED_BYTES_13 = FlowModFlyweight.MATCH_13;
  private static final int INSTRUCTION_BYTES = 8;
  private static final long METER = 0x0006_0008_0000_0000L;
  private static final long GOTO_TABLE = 0x0001_0008_0000_0000L;
  private static final long APPLY_ACTIONS = 0x0004L << 48;

  private final ActionList actions = new ActionList();
  private int fields;
  private int prefixes;
  private int inPort;
  private long ethSrc;
  private long ethDst;
  private int vlan;
  private FrameFlyweight frame;

  private int priority;
  private int idleTimeoutSeconds;
  private int hardTimeoutSeconds;
  private int flags;
  private long cookie;
  private int tableId;
  private int meterId;
  private int nextTableId;

  /**
   * Sets the match.
   *
   * @param newFields bits from {@link MatchFields#expressible}
   * @param newPrefixes of which addresses only a prefix is matched, see {@link MatchEncoder}
   * @param newVlan the VLAN id, or -1 for untagged; used only with {@link MatchFields#VLAN}
   * @param newFrame the frame with the addresses and field values to match; must stay unchanged
   *     until {@link #encode}
   */
  @Initializer
  public FlowAdd match(
      int newFields, int newPrefixes, int newInPort, int newVlan, FrameFlyweight newFrame) {
    fields = newFields;
    prefixes = newPrefixes;
    inPort = newInPort;
    ethSrc = newFrame.ethSrc();
    ethDst = newFrame.ethDst();
    vlan = newVlan;
    frame = newFrame;
    return this;
  }

  /**
   * Sets priority, timeouts, flags, cookie and table.
   *
   * @param newPriority 0..65535
   * @param idleSeconds 0..65535, 0 is never
   * @param hardSeconds 0..65535, 0 is never
   * @param newFlags as on the wire, 1 asks for FLOW_REMOVED
   * @param table 0..254; 1.0 has only 0
   */
  public FlowAdd entry(
      int newPriority, int idleSeconds, int hardSeconds, int newFlags, long newCookie, int table) {
    priority = newPriority;
    idleTimeoutSeconds = idleSeconds;
    hardTimeoutSeconds = hardSeconds;
    flags = newFlags;
    cookie = newCookie;
    tableId = table;
    return this;
  }

  /** Sets the meter, which a 1.3 switch applies first; 0 for none. */
  public FlowAdd meter(int newMeterId) {
    meterId = newMeterId;
    return this;
  }

  /** Sets the table in which packets go on in a 1.3 switch; 0 for none. */
  public FlowAdd nextTable(int newTableId) {
    nextTableId = newTableId;
    return this;
  }

  /** Whether packets go on in another table. */
  public boolean goesOn() {
    return nextTableId != 0;
  }

  /** The actions for matching packets, for the caller to fill. */
  public ActionList actions() {
    return actions;
  }

  /** The room that {@link #encode} needs: it writes zeros behind the message. */
  public int mostBytes(int version) {
    return version == OpenFlow.VERSION_10
        ? FIXED_BYTES_10 + actions.bytes(version)
        : FIXED_BYTES_13
            + MatchEncoder.mostBytes13(fields)
            + 3 * INSTRUCTION_BYTES
            + actions.bytes(version);
  }

  /**
   * Writes the message.
   *
   * @param bufferId the switch's buffer whose packet it treats by the new flow entry, or {@link
   *     OpenFlow#NO_BUFFER}
   * @return bytes of the message
   */
  public int encode(ByteBuffer out, int at, int version, int xid, int bufferId) {
    long timeouts = ((idleTimeoutSeconds & 0xffffL) << 32) | ((hardTimeoutSeconds & 0xffffL) << 16);
    long timing = timeouts | (priority & 0xffffL);
    int end =
        version == OpenFlow.VERSION_10
            ? encode10(out, at, timing, bufferId)
            : encode13(out, at, timing, bufferId);
    out.putLong(at, Header.word(version, OpenFlow.FLOW_MOD, end - at, xid));
    return end - at;
  }

  private int encode10(ByteBuffer out, int at, long timing, int bufferId) {
    MatchEncoder.encode10(
        out, at + FlowModFlyweight.MATCH_10, fields, prefixes, inPort, ethSrc, ethDst, vlan, frame);
    FlowModEncoder.encodeFixed10(out, at, cookie, timing, bufferId, flags);
    actions.encode(out, at + FlowModFlyweight.ACTIONS_10, OpenFlow.VERSION_10);
    return at + FlowModFlyweight.ACTIONS_10 + actions.bytes(OpenFlow.VERSION_10);
  }

  private int encode13(ByteBuffer out, int at, long timing, int bufferId) {
    FlowModEncoder.encodeFixed13(out, at, cookie, ((long) tableId << 56) | timing, bufferId, flags);
    int end = at + FlowModFlyweight.MATCH_13;
    end += MatchEncoder.encode13(out, end, fields, prefixes, inPort, ethSrc, ethDst, vlan, frame);
    if (meterId != 0) {
      out.putLong(end, METER | (meterId & 0xffff_ffffL));
      end += INSTRUCTION_BYTES;
    }
    int bytes = actions.bytes(OpenFlow.VERSION_13);
    if (bytes > 0) {
      out.putLong(end, APPLY_ACTIONS | ((long) (INSTRUCTION_BYTES + bytes) << 32));
      actions.encode(out, end + INSTRUCTION_BYTES, OpenFlow.VERSION_13);
      end += INSTRUCTION_BYTES + bytes;
    }
    if (nextTableId != 0) {
      out.putLong(end, GOTO_TABLE | ((nextTableId & 0xffL) << 24));
      end += INSTRUCTION_BYTES;
    }
    return end;
  }
}
