package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.packet.Program;
import maestro.network.dataplane.table.Instructions;
import maestro.network.dataplane.table.Known;
import maestro.network.dataplane.table.Match;
import maestro.network.dataplane.table.Meter;
import org.jspecify.annotations.Nullable;

/**
 * Reads and checks the instructions of a flow entry. Confined to one thread.
 *
 * <pre>
 *  0      2        4                  8
 *  | type | length | table 8 | zeros  |                        1 GOTO_TABLE
 *                  | zeros            | metadata 64 | mask 64  2 WRITE_METADATA
 *                  | zeros            | actions                3 WRITE, 4 APPLY, 5 CLEAR_ACTIONS
 *                  | meter 32         |                        6 METER
 * </pre>
 */
final class InstructionReader {
  private static final int GOTO_TABLE = 1;
  private static final int WRITE_METADATA = 2;
  private static final int WRITE_ACTIONS = 3;
  private static final int APPLY_ACTIONS = 4;
  private static final int CLEAR_ACTIONS = 5;
  private static final int METER = 6;
  private static final int EXPERIMENTER = 0xffff;

  private static final int HEADER_BYTES = 8;
  private static final int METADATA_BYTES = 24;

  private final int tableCount;
  private final ActionReader13 actions;
  private final IntFunction<@Nullable Meter> meters;

  /** Where each type of instruction is; 0 where it is not. */
  private final int[] places = new int[METER + 1];

  InstructionReader(int tableCount, ActionReader13 actions, IntFunction<@Nullable Meter> meters) {
    this.tableCount = tableCount;
    this.actions = actions;
    this.meters = meters;
  }

  /**
   * Reads the instructions in {@code [at, at + lengthBytes)} of an entry.
   *
   * @param at more than 0
   * @throws RefusedMessageException with the ERROR for the first one that is wrong
   */
  Instructions read(ByteBuffer b, int at, int lengthBytes, Match match, int tableId)
      throws RefusedMessageException {
    Arrays.fill(places, 0);
    int end = at + lengthBytes;
    for (int each = at; each < end; each += b.getShort(each + 2) & 0xffff) {
      check(b, each, end - each);
      places[b.getShort(each)] = each;
    }
    byte[] bytes = new byte[lengthBytes];
    b.get(at, bytes);
    Meter meter = places[METER] == 0 ? null : meters.apply(b.getInt(places[METER] + 4));
    if (places[METER] != 0 && meter == null) {
      throw new RefusedMessageException(Refusal.INVALID_METER);
    }
    Known known = Known.of(match);
    Program apply = program(b, places[APPLY_ACTIONS], known);
    Program write = program(b, places[WRITE_ACTIONS], known);
    int metadata = places[WRITE_METADATA];
    return new Instructions(
        bytes,
        onlyApplies(),
        meter,
        apply,
        places[CLEAR_ACTIONS] != 0,
        write,
        metadata == 0 ? 0 : b.getLong(metadata + 8),
        metadata == 0 ? 0 : b.getLong(metadata + 16),
        nextTable(b, places[GOTO_TABLE], tableId),
        0,
        false);
  }

  private boolean onlyApplies() {
    return places[METER] == 0
        && places[CLEAR_ACTIONS] == 0
        && places[WRITE_ACTIONS] == 0
        && places[WRITE_METADATA] == 0;
  }

  private void check(ByteBuffer b, int at, int left) throws RefusedMessageException {
    int bytes = left < HEADER_BYTES ? 0 : b.getShort(at + 2) & 0xffff;
    if (bytes < HEADER_BYTES || bytes % 8 != 0 || bytes > left) {
      throw new RefusedMessageException(Refusal.INSTRUCTION_BAD_LEN);
    }
    int type = b.getShort(at) & 0xffff;
    if (type == EXPERIMENTER) {
      throw new RefusedMessageException(Refusal.INSTRUCTION_BAD_EXPERIMENTER);
    }
    if (type < GOTO_TABLE || type > METER) {
      throw new RefusedMessageException(Refusal.UNKNOWN_INSTRUCTION);
    }
    if (places[type] != 0) { // 1.3 has no code of its own for a second one
      throw new RefusedMessageException(Refusal.UNSUPPORTED_INSTRUCTION);
    }
    boolean right =
        switch (type) {
          case WRITE_METADATA -> bytes == METADATA_BYTES;
          case WRITE_ACTIONS, APPLY_ACTIONS -> true;
          default -> bytes == HEADER_BYTES;
        };
    if (!right) {
      throw new RefusedMessageException(Refusal.INSTRUCTION_BAD_LEN);
    }
  }

  private Program program(ByteBuffer b, int at, Known known) throws RefusedMessageException {
    if (at == 0) {
      return Program.EMPTY;
    }
    int bytes = (b.getShort(at + 2) & 0xffff) - HEADER_BYTES;
    return actions.read(b, at + HEADER_BYTES, bytes, known, false);
  }

  private int nextTable(ByteBuffer b, int at, int tableId) throws RefusedMessageException {
    if (at == 0) {
      return Instructions.NO_TABLE;
    }
    int next = b.get(at + 4) & 0xff;
    if (next <= tableId || next >= tableCount) {
      throw new RefusedMessageException(Refusal.INSTRUCTION_BAD_TABLE_ID);
    }
    return next;
  }
}
