package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.openflow.Actions;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * A FLOW_MOD ADD to table 0 that matches exactly in_port, eth_src and eth_dst and sends to one
 * port: what most answers of a controller are. The layout is in {@link FlowModFlyweight}. {@link
 * FlowAdd} writes every other entry.
 *
 * <p>The terms of the entry stay for the next message until they are set again. Confined to one
 * thread, allocates nothing.
 */
public final class L2FlowAdd {
  private static final int BYTES_10 = 80;
  private static final int BYTES_13 = 104;

  /** The timeouts and the priority, as they stand in the message below the command. */
  private long timing;

  private int flags;
  private long cookie;

  /** The bytes of a message. */
  public static int bytes(int version) {
    return version == OpenFlow.VERSION_10 ? BYTES_10 : BYTES_13;
  }

  /**
   * Sets the terms of the entry.
   *
   * @param priority 0..65535
   * @param idleSeconds 0..65535, 0 is never
   * @param hardSeconds 0..65535, 0 is never
   * @param newFlags as on the wire, 1 asks for FLOW_REMOVED
   */
  public L2FlowAdd entry(
      int priority, int idleSeconds, int hardSeconds, int newFlags, long newCookie) {
    timing =
        ((idleSeconds & 0xffffL) << 32) | ((hardSeconds & 0xffffL) << 16) | (priority & 0xffffL);
    flags = newFlags;
    cookie = newCookie;
    return this;
  }

  /**
   * Writes the message.
   *
   * @param ethSrc 48 bits
   * @param ethDst 48 bits
   * @param outPort any port that OUTPUT takes; to send back by in_port it must be {@link
   *     OpenFlow#PORT_IN_PORT}
   * @param bufferId the switch's buffer whose packet it treats by the new flow entry, or {@link
   *     OpenFlow#NO_BUFFER}
   * @return bytes written
   */
  public int encode(
      ByteBuffer out,
      int at,
      int version,
      int xid,
      int inPort,
      long ethSrc,
      long ethDst,
      int outPort,
      int bufferId) {
    if (version == OpenFlow.VERSION_10) {
      out.putLong(at, Header.word(version, OpenFlow.FLOW_MOD, BYTES_10, xid));
      FlowModEncoder.encodeMatchL2For10(out, at, inPort, ethSrc, ethDst);
      FlowModEncoder.encodeFixed10(out, at, cookie, timing, bufferId, flags);
      out.putLong(at + FlowModFlyweight.ACTIONS_10, Actions.output10(outPort));
      return BYTES_10;
    }
    out.putLong(at, Header.word(version, OpenFlow.FLOW_MOD, BYTES_13, xid));
    FlowModEncoder.encodeFixed13(out, at, cookie, timing, bufferId, flags);
    int match = at + FlowModFlyweight.MATCH_13;
    FlowModEncoder.encodeMatchL2(out, match, inPort, ethSrc, ethDst);
    out.putLong(match + 32, FlowModEncoder.APPLY_ONE_OUTPUT);
    Actions.encodeOutput13(out, match + 40, outPort);
    return BYTES_13;
  }
}
