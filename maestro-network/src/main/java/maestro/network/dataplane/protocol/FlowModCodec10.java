package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.table.FlowMod;
import maestro.network.dataplane.table.TableEntry;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * Reads FLOW_MODs and writes FLOW_REMOVEDs of OpenFlow 1.0. The layout of a FLOW_MOD is in {@link
 * maestro.openflow.entry.FlowModFlyweight}. Stateless.
 *
 * <pre>
 *  FLOW_REMOVED  8       48       56         58       59  60  64   68     70  72      80 … 88
 *                | match | cookie | priority | reason | 0 | s | ns | idle | 0 | frames | bytes |
 * </pre>
 */
final class FlowModCodec10 {
  private static final int EMERGENCY = 4;
  private static final int FLAGS = FlowMod.TELLS_REMOVAL | FlowMod.CHECKS_OVERLAP;

  private static final int LEAST_BYTES = 72;
  private static final int MATCH_AT = 8;
  private static final int FLOW_REMOVED_BYTES = 88;

  private FlowModCodec10() {}

  /**
   * Reads the message in {@code [at, at + lengthBytes)}.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static FlowMod read(ByteBuffer b, int at, int lengthBytes, ActionReader10 actions)
      throws RefusedMessageException {
    if (lengthBytes < LEAST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int command = b.getShort(at + 56) & 0xffff;
    if (command > FlowMod.DELETE_STRICT) {
      throw new RefusedMessageException(Refusal.FLOW_BAD_COMMAND);
    }
    int flags = b.getShort(at + 70) & 0xffff;
    FlowMod mod =
        new FlowMod(
            MatchCodec10.read(b, at + MATCH_AT),
            MatchCodec10.isExact(b, at + MATCH_AT),
            b.getLong(at + 48),
            0,
            0,
            command,
            b.getShort(at + 58) & 0xffff,
            b.getShort(at + 60) & 0xffff,
            b.getShort(at + 62) & 0xffff,
            b.getInt(at + 64),
            OpenFlow.port10To13(b.getShort(at + 68)),
            FlowMod.ANY_GROUP,
            (flags & FLAGS) | (command == FlowMod.ADD ? FlowMod.RESETS_COUNTS : 0),
            true,
            actions.read(b, at + LEAST_BYTES, lengthBytes - LEAST_BYTES));
    if ((flags & EMERGENCY) != 0) { // there is no table for emergencies
      boolean timed = mod.idleSeconds() != 0 || mod.hardSeconds() != 0;
      throw new RefusedMessageException(timed ? Refusal.BAD_EMERGENCY_TIMEOUT : Refusal.TABLE_FULL);
    }
    return mod;
  }

  /** The FLOW_REMOVED for an entry, which has been there for some time. */
  static byte[] removed(TableEntry entry, int reason, long livedNs) {
    ByteBuffer b = ByteBuffer.allocate(FLOW_REMOVED_BYTES);
    Header.encode(b, 0, OpenFlow.VERSION_10, OpenFlow.FLOW_REMOVED, FLOW_REMOVED_BYTES, 0);
    b.put(8, MatchCodec10.write(entry.match, entry.exact));
    b.putLong(48, entry.cookie);
    b.putShort(56, (short) entry.priority).put(58, (byte) reason);
    Age.put(b, 60, livedNs);
    b.putShort(68, (short) entry.idleSeconds);
    b.putLong(72, entry.frameCount()).putLong(80, entry.byteCount());
    return b.array();
  }
}
