package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import maestro.network.dataplane.StatisticsParts;
import maestro.network.dataplane.packet.Field;
import maestro.network.dataplane.table.FlowTables;
import maestro.openflow.ActionName;

/**
 * The features of a table, for entries and table-miss entries alike: every instruction, action and
 * field that the switch has. Stateless; allocates.
 *
 * <pre>
 *  length 16 | table 8 | zeros 40 | name 32 bytes | metadata match 64 | write 64 | config 32 |
 *  most entries 32 | properties: type 16 | length 16 | list | zeros to a multiple of 8
 * </pre>
 */
final class TableFeatures13 {
  private static final int[] ACTIONS =
      Stream.of(ActionName.values())
          .mapToInt(ActionName::type13)
          .filter(type -> type >= 0)
          .sorted()
          .toArray();

  /** Bit n for the action of type n. */
  static final int ACTION_BITS = actionBits();

  private static final int HEAD_BYTES = 64;
  private static final int MOST_BYTES = 2048;
  private static final int LAST_INSTRUCTION = 6;
  private static final int GOTO_TABLE = 1;

  private static final int INSTRUCTIONS = 0;
  private static final int NEXT_TABLES = 2;
  private static final int WRITE_ACTIONS = 4;
  private static final int APPLY_ACTIONS = 6;
  private static final int MATCH = 8;
  private static final int WILDCARDS = 10;
  private static final int WRITE_SET_FIELD = 12;
  private static final int APPLY_SET_FIELD = 14;

  private TableFeatures13() {}

  private static int actionBits() {
    int bits = 0;
    for (int action : ACTIONS) {
      bits |= 1 << action;
    }
    return bits;
  }

  static void put(StatisticsParts parts, int tableId, FlowTables tables) {
    ByteBuffer b = ByteBuffer.allocate(MOST_BYTES).put(2, (byte) tableId);
    b.put(8, ("table" + tableId).getBytes(StandardCharsets.US_ASCII));
    b.putLong(40, -1).putLong(48, -1).putInt(60, tables.table(tableId).sizes().wildcardEntries());
    b.position(HEAD_BYTES);
    boolean last = tableId == tables.tableCount() - 1;
    for (int miss = 0; miss < 2; miss++) {
      putInstructions(b, INSTRUCTIONS + miss, last);
      putNextTables(b, NEXT_TABLES + miss, tableId, tables.tableCount());
      putActions(b, WRITE_ACTIONS + miss);
      putActions(b, APPLY_ACTIONS + miss);
      putFields(b, WRITE_SET_FIELD + miss, true);
      putFields(b, APPLY_SET_FIELD + miss, true);
    }
    putFields(b, MATCH, false);
    putFields(b, WILDCARDS, false);
    int bytes = b.position();
    b.putShort(0, (short) bytes);
    parts.entry(bytes).put(0, b, 0, bytes);
  }

  private static void putInstructions(ByteBuffer b, int type, boolean last) {
    int start = begin(b, type);
    for (int each = last ? GOTO_TABLE + 1 : GOTO_TABLE; each <= LAST_INSTRUCTION; each++) {
      b.putShort((short) each).putShort((short) 4);
    }
    end(b, start);
  }

  private static void putNextTables(ByteBuffer b, int type, int tableId, int tableCount) {
    int start = begin(b, type);
    for (int next = tableId + 1; next < tableCount; next++) {
      b.put((byte) next);
    }
    end(b, start);
  }

  private static void putActions(ByteBuffer b, int type) {
    int start = begin(b, type);
    for (int action : ACTIONS) {
      b.putShort((short) action).putShort((short) 4);
    }
    end(b, start);
  }

  private static void putFields(ByteBuffer b, int type, boolean settable) {
    int start = begin(b, type);
    for (int n = 0; n < Field.count(); n++) {
      Field field = Field.of(n);
      if (!settable || field.settable) {
        boolean masked = type == MATCH && field.maskable;
        int bytes = masked ? 2 * field.bytes() : field.bytes();
        b.putShort((short) 0x8000).put((byte) (n << 1 | (masked ? 1 : 0))).put((byte) bytes);
      }
    }
    end(b, start);
  }

  private static int begin(ByteBuffer b, int type) {
    int start = b.position();
    b.putShort((short) type).putShort((short) 0);
    return start;
  }

  private static void end(ByteBuffer b, int start) {
    int bytes = b.position() - start;
    b.putShort(start + 2, (short) bytes);
    b.position(start + (bytes + 7) / 8 * 8);
  }
}
