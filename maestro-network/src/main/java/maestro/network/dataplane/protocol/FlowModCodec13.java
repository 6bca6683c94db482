package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.table.FlowMod;
import maestro.network.dataplane.table.Instructions;
import maestro.network.dataplane.table.Match;
import maestro.network.dataplane.table.TableEntry;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * Reads FLOW_MODs and writes FLOW_REMOVEDs of OpenFlow 1.3. The layout of a FLOW_MOD is in {@link
 * maestro.openflow.entry.FlowModFlyweight}. Stateless.
 *
 * <pre>
 *  FLOW_REMOVED  8        16         18       19      20  24   28     30     32       40      48
 *                | cookie | priority | reason | table | s | ns | idle | hard | frames | bytes | match
 * </pre>
 */
final class FlowModCodec13 {
  private static final int ALL_FLAGS = 31;
  private static final int MATCH_AT = 48;
  private static final int FLOW_REMOVED_HEAD_BYTES = 48;

  private FlowModCodec13() {}

  /**
   * Reads the message in {@code [at, at + lengthBytes)}.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static FlowMod read(
      ByteBuffer b, int at, int lengthBytes, int tableCount, InstructionReader instructions)
      throws RefusedMessageException {
    if (lengthBytes < MATCH_AT + MatchCodec13.LEAST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int command = b.get(at + 25) & 0xff;
    if (command > FlowMod.DELETE_STRICT) {
      throw new RefusedMessageException(Refusal.FLOW_BAD_COMMAND);
    }
    boolean deletes = command >= FlowMod.DELETE;
    int tableId = b.get(at + 24) & 0xff;
    if (tableId >= tableCount && (tableId != FlowMod.ALL_TABLES || !deletes)) {
      throw new RefusedMessageException(Refusal.FLOW_BAD_TABLE_ID);
    }
    int flags = b.getShort(at + 44) & 0xffff;
    if ((flags & ~ALL_FLAGS) != 0) {
      throw new RefusedMessageException(Refusal.FLOW_BAD_FLAGS);
    }
    int matchBytes = MatchCodec13.paddedBytes(b, at + MATCH_AT, lengthBytes - MATCH_AT);
    Match match = MatchCodec13.read(b, at + MATCH_AT);
    int head = MATCH_AT + matchBytes;
    long cookie = b.getLong(at + 8);
    int priority = b.getShort(at + 30) & 0xffff;
    Instructions does =
        deletes
            ? Instructions.NONE
            : instructions
                .read(b, at + head, lengthBytes - head, match, tableId)
                .of(cookie, priority == 0 && match.isForAll());
    return new FlowMod(
        match,
        false,
        cookie,
        b.getLong(at + 16),
        tableId,
        command,
        b.getShort(at + 26) & 0xffff,
        b.getShort(at + 28) & 0xffff,
        priority,
        b.getInt(at + 32),
        b.getInt(at + 36),
        b.getInt(at + 40),
        flags,
        false,
        does);
  }

  /** The FLOW_REMOVED for an entry, which has been there for some time. */
  static byte[] removed(TableEntry entry, int reason, long livedNs) {
    byte[] match = MatchCodec13.write(entry.match);
    int bytes = FLOW_REMOVED_HEAD_BYTES + match.length;
    ByteBuffer b = ByteBuffer.allocate(bytes);
    Header.encode(b, 0, OpenFlow.VERSION_13, OpenFlow.FLOW_REMOVED, bytes, 0);
    b.putLong(8, entry.cookie).putShort(16, (short) entry.priority);
    b.put(18, (byte) reason).put(19, (byte) entry.tableId);
    Age.put(b, 20, livedNs);
    b.putShort(28, (short) entry.idleSeconds).putShort(30, (short) entry.hardSeconds);
    b.putLong(32, entry.frameCount()).putLong(40, entry.byteCount());
    b.put(FLOW_REMOVED_HEAD_BYTES, match);
    return b.array();
  }
}
