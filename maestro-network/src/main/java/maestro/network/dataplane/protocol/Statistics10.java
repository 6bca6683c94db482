package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;
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
 * The statistics of OpenFlow 1.0. Table 0 is the hash table, table 1 that of the entries with
 * wildcards. Confined to one thread; allocates.
 *
 * <pre>
 *  a request for entries  0       40      41  42         44
 *                         | match | table | 0 | out_port |
 * </pre>
 */
final class Statistics10 extends Statistics {
  private static final int FLOW_REQUEST_BYTES = 44;

  private static final int EXACT_TABLE = 0;
  private static final int WILDCARD_TABLE = 1;
  private static final int ALL_WILDCARDS = 0x3fffff;

  private static final int FLOW_BYTES = 88;
  private static final int TABLE_BYTES = 64;

  Statistics10(FlowTables tables, Ports ports, LongSupplier clock) {
    super(OpenFlow.VERSION_10, tables, ports, clock);
  }

  @Override
  List<TableEntry> selected(ByteBuffer b, int at, int bodyBytes) throws RefusedMessageException {
    checkLength(bodyBytes, FLOW_REQUEST_BYTES);
    Match match = MatchCodec10.read(b, at);
    int tableId = b.get(at + 40) & 0xff;
    int outPort = port(b, at + 42);
    return tables.select(
        FlowMod.ALL_TABLES,
        e ->
            match.covers(e.match)
                && (tableId == FlowMod.ALL_TABLES || tableId == tableOf(e))
                && e.sends(outPort, FlowMod.ANY_GROUP));
  }

  private static int tableOf(TableEntry entry) {
    return entry.exact ? EXACT_TABLE : WILDCARD_TABLE;
  }

  @Override
  void put(TableEntry e, StatisticsParts parts) {
    byte[] actions = e.instructions().bytes();
    int bytes = FLOW_BYTES + actions.length;
    ByteBuffer entry = parts.entry(bytes);
    entry.putShort(0, (short) bytes).put(2, (byte) tableOf(e));
    entry.put(4, MatchCodec10.write(e.match, e.exact));
    Age.put(entry, 44, clock.getAsLong() - e.addedNs);
    entry.putShort(52, (short) e.priority);
    entry.putShort(54, (short) e.idleSeconds).putShort(56, (short) e.hardSeconds);
    entry.putLong(64, e.cookie).putLong(72, e.frameCount()).putLong(80, e.byteCount());
    entry.put(FLOW_BYTES, actions);
  }

  @Override
  void putTables(StatisticsParts parts) {
    FlowTable table = tables.table(0);
    long lookups = table.lookupCount();
    ByteBuffer exact = parts.entry(TABLE_BYTES);
    name(exact.put(0, (byte) EXACT_TABLE), "hash");
    exact.putInt(40, table.sizes().exactEntries()).putInt(44, table.exactCount());
    exact.putLong(48, lookups).putLong(56, table.exactMatchedCount());
    ByteBuffer wildcard = parts.entry(TABLE_BYTES);
    name(wildcard.put(0, (byte) WILDCARD_TABLE), table.sizes().search().text());
    wildcard.putInt(36, ALL_WILDCARDS);
    wildcard.putInt(40, table.sizes().wildcardEntries()).putInt(44, table.othersCount());
    wildcard.putLong(48, lookups - table.exactMatchedCount());
    wildcard.putLong(56, table.othersMatchedCount());
  }

  private static void name(ByteBuffer entry, String name) {
    entry.put(4, name.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  int port(ByteBuffer b, int at) {
    return OpenFlow.port10To13(b.getShort(at));
  }

  @Override
  void putPort(ByteBuffer entry, int number) {
    entry.putShort(0, (short) number);
  }

  @Override
  int anyPortOfQueues() {
    return OpenFlow.PORT_ALL;
  }
}
