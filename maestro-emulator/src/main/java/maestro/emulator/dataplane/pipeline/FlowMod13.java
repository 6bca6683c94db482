package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;
import maestro.openflow.OpenFlow;

/**
 * A FLOW_MOD of OpenFlow 1.3, decoded and checked as far as that needs no flow table. Its layout is
 * in {@link maestro.openflow.FlowModFlyweight}.
 *
 * @param tableId or {@link #ALL_TABLES} in a delete
 * @param outPort a delete is restricted to entries that send there; {@link OpenFlow#PORT_ANY} for
 *     no restriction
 * @param outGroup likewise, {@link #ANY_GROUP} for no restriction
 */
record FlowMod13(
    Match13 match,
    long cookie,
    long cookieMask,
    int tableId,
    int command,
    int idleSeconds,
    int hardSeconds,
    int priority,
    int bufferId,
    int outPort,
    int outGroup,
    int flags,
    Instructions instructions) {
  static final int ADD = 0;
  static final int MODIFY = 1;
  static final int MODIFY_STRICT = 2;
  static final int DELETE = 3;
  static final int DELETE_STRICT = 4;

  static final int TELLS_REMOVAL = 1;
  static final int CHECKS_OVERLAP = 2;
  static final int RESETS_COUNTS = 4;
  static final int NO_FRAME_COUNTS = 8;
  static final int NO_BYTE_COUNTS = 16;

  static final int ALL_TABLES = 0xff;
  static final int ANY_GROUP = 0xffffffff;

  private static final int ALL_FLAGS = 31;
  private static final int MATCH_AT = 48;

  /**
   * Reads the message in {@code [at, at + lengthBytes)}.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static FlowMod13 read(
      ByteBuffer b, int at, int lengthBytes, int tableCount, InstructionReader instructions)
      throws RefusedMessageException {
    if (lengthBytes < MATCH_AT + MatchCodec.LEAST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int command = b.get(at + 25) & 0xff;
    if (command > DELETE_STRICT) {
      throw new RefusedMessageException(Refusal.FLOW_BAD_COMMAND);
    }
    boolean deletes = command >= DELETE;
    int tableId = b.get(at + 24) & 0xff;
    if (tableId >= tableCount && (tableId != ALL_TABLES || !deletes)) {
      throw new RefusedMessageException(Refusal.FLOW_BAD_TABLE_ID);
    }
    int flags = b.getShort(at + 44) & 0xffff;
    if ((flags & ~ALL_FLAGS) != 0) {
      throw new RefusedMessageException(Refusal.FLOW_BAD_FLAGS);
    }
    int matchBytes = MatchCodec.paddedBytes(b, at + MATCH_AT, lengthBytes - MATCH_AT);
    Match13 match = MatchCodec.read(b, at + MATCH_AT);
    int head = MATCH_AT + matchBytes;
    return new FlowMod13(
        match,
        b.getLong(at + 8),
        b.getLong(at + 16),
        tableId,
        command,
        b.getShort(at + 26) & 0xffff,
        b.getShort(at + 28) & 0xffff,
        b.getShort(at + 30) & 0xffff,
        b.getInt(at + 32),
        b.getInt(at + 36),
        b.getInt(at + 40),
        flags,
        deletes
            ? Instructions.NONE
            : instructions.read(b, at + head, lengthBytes - head, match, tableId));
  }

  boolean deletes() {
    return command >= DELETE;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  private boolean isStrict() {
    return command == MODIFY_STRICT || command == DELETE_STRICT;
  }

  /** Whether an entry of the table is one that this command changes or deletes. */
  boolean isAbout(TableEntry13 entry) {
    boolean same =
        isStrict()
            ? entry.priority == priority && match.isSame(entry.match)
            : match.covers(entry.match);
    return same
        && ((entry.cookie ^ cookie) & cookieMask) == 0
        && (!deletes() || Selection.sends(entry, outPort, outGroup));
  }
}
