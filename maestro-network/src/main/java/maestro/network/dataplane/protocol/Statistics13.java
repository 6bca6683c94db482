package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.StatisticsParts;
import maestro.network.dataplane.pipeline.Ports;
import maestro.network.dataplane.table.FlowMod;
import maestro.network.dataplane.table.FlowTable;
import maestro.network.dataplane.table.FlowTables;
import maestro.network.dataplane.table.Match;
import maestro.network.dataplane.table.TableEntry;
import maestro.openflow.OpenFlow;

/**
 * The multipart replies of OpenFlow 1.3 that 1.0 has, too. Confined to one thread; allocates.
 *
 * <pre>
 *  a request for entries  0           4          8           12   16       24            32
 *                         | table 8 0 | out_port | out_group | 0  | cookie | cookie mask | match
 * </pre>
 */
final class Statistics13 extends Statistics {
  private static final int MATCH_AT = 32;
  private static final int FLOW_HEAD_BYTES = 48;
  private static final int TABLE_BYTES = 24;

  Statistics13(FlowTables tables, Ports ports, LongSupplier clock) {
    super(OpenFlow.VERSION_13, tables, ports, clock);
  }

  @Override
  List<TableEntry> selected(ByteBuffer b, int at, int bodyBytes) throws RefusedMessageException {
    if (bodyBytes < MATCH_AT + MatchCodec13.LEAST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int tableId = b.get(at) & 0xff;
    if (tableId >= tables.tableCount() && tableId != FlowMod.ALL_TABLES) {
      throw new RefusedMessageException(Refusal.BAD_TABLE_ID);
    }
    int matchBytes = bodyBytes - MATCH_AT;
    checkLength(MatchCodec13.paddedBytes(b, at + MATCH_AT, matchBytes), matchBytes);
    Match match = MatchCodec13.read(b, at + MATCH_AT);
    int outPort = port(b, at + 4);
    int outGroup = b.getInt(at + 8);
    long cookie = b.getLong(at + 16);
    long cookieMask = b.getLong(at + 24);
    return tables.select(
        tableId,
        e ->
            match.covers(e.match)
                && ((e.cookie ^ cookie) & cookieMask) == 0
                && e.sends(outPort, outGroup));
  }

  @Override
  void put(TableEntry e, StatisticsParts parts) {
    byte[] match = MatchCodec13.write(e.match);
    byte[] instructions = e.instructions().bytes();
    int bytes = FLOW_HEAD_BYTES + match.length + instructions.length;
    ByteBuffer entry = parts.entry(bytes);
    entry.putShort(0, (short) bytes).put(2, (byte) e.tableId);
    Age.put(entry, 4, clock.getAsLong() - e.addedNs);
    entry.putShort(12, (short) e.priority);
    entry.putShort(14, (short) e.idleSeconds).putShort(16, (short) e.hardSeconds);
    entry.putShort(18, (short) e.flags);
    entry.putLong(24, e.cookie).putLong(32, e.frameCount()).putLong(40, e.byteCount());
    entry.put(FLOW_HEAD_BYTES, match).put(FLOW_HEAD_BYTES + match.length, instructions);
  }

  @Override
  void putTables(StatisticsParts parts) {
    for (int id = 0; id < tables.tableCount(); id++) {
      FlowTable table = tables.table(id);
      ByteBuffer entry = parts.entry(TABLE_BYTES).put(0, (byte) id);
      entry.putInt(4, table.count());
      entry.putLong(8, table.lookupCount()).putLong(16, table.othersMatchedCount());
    }
  }

  @Override
  int port(ByteBuffer b, int at) {
    return b.getInt(at);
  }

  @Override
  void putPort(ByteBuffer entry, int number) {
    entry.putInt(0, number);
  }

  @Override
  int anyPortOfQueues() {
    return OpenFlow.PORT_ANY;
  }
}
