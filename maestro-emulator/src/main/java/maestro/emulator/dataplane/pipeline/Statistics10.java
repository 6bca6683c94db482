package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;
import maestro.emulator.dataplane.StatisticsParts;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The statistics of OpenFlow 1.0, except the description. Table 0 is the hash table, table 1 that
 * of the entries with wildcards. Confined to one thread; allocates.
 */
final class Statistics10 {
  private static final int FLOW = 1;
  private static final int AGGREGATE = 2;
  private static final int TABLE = 3;
  private static final int PORT = 4;
  private static final int QUEUE = 5;

  private static final int BODY_AT = 12;
  private static final int FLOW_REQUEST_BYTES = 56;
  private static final int TABLE_REQUEST_BYTES = 12;
  private static final int PORT_REQUEST_BYTES = 20;

  private static final int EXACT_TABLE = 0;
  private static final int WILDCARD_TABLE = 1;
  private static final int ALL_TABLES = 0xff;
  private static final int ALL_WILDCARDS = 0x3fffff;
  private static final int ALL_QUEUES = 0xffffffff;

  private static final int FLOW_BYTES = 88;
  private static final int AGGREGATE_BYTES = 24;
  private static final int TABLE_BYTES = 64;
  private static final int PORT_BYTES = 104;
  private static final int QUEUE_BYTES = 32;

  private final FlowTable table;
  private final Ports ports;
  private final LongSupplier clock;

  Statistics10(FlowTable table, Ports ports, LongSupplier clock) {
    this.table = table;
    this.ports = ports;
    this.clock = clock;
  }

  /** Whether a kind of statistics is answered here. */
  static boolean answers(int kind) {
    return kind >= FLOW && kind <= QUEUE;
  }

  /**
   * The reply to the request in {@code [at, at + lengthBytes)}, which has a kind that is answered.
   *
   * @throws RefusedMessageException on a wrong length, port or queue
   */
  List<byte[]> reply(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    int kind = b.getShort(at + 8) & 0xffff;
    StatisticsParts parts = new StatisticsParts(OpenFlow.VERSION_10, Header.xid(b, at), kind);
    int needed =
        switch (kind) {
          case FLOW, AGGREGATE -> FLOW_REQUEST_BYTES;
          case TABLE -> TABLE_REQUEST_BYTES;
          default -> PORT_REQUEST_BYTES;
        };
    if (lengthBytes != needed) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int body = at + BODY_AT;
    switch (kind) {
      case FLOW -> flows(selected(b, body), parts);
      case AGGREGATE -> aggregate(selected(b, body), parts);
      case TABLE -> tables(parts);
      case PORT -> ports(b.getShort(body), parts);
      default -> queues(b.getShort(body), b.getInt(body + 4), parts);
    }
    return parts.messages();
  }

  private List<TableEntry> selected(ByteBuffer b, int body) {
    Match match = MatchCodec10.read(b, body);
    int tableId = b.get(body + 40) & 0xff;
    int outPort = OpenFlow.port10To13(b.getShort(body + 42));
    return table.select(
        e ->
            match.covers(e.match)
                && (tableId == ALL_TABLES || tableId == tableOf(e))
                && e.sends(outPort, FlowMod.ANY_GROUP));
  }

  private static int tableOf(TableEntry entry) {
    return entry.exact ? EXACT_TABLE : WILDCARD_TABLE;
  }

  private void flows(List<TableEntry> entries, StatisticsParts parts) {
    for (TableEntry e : entries) {
      int bytes = FLOW_BYTES + e.instructions().bytes().length;
      ByteBuffer entry = parts.entry(bytes);
      entry
          .putShort(0, (short) bytes)
          .put(2, (byte) tableOf(e))
          .put(4, MatchCodec10.write(e.match, e.exact));
      Age.put(entry, 44, clock.getAsLong() - e.addedNs);
      entry.putShort(52, (short) e.priority);
      entry.putShort(54, (short) e.idleSeconds).putShort(56, (short) e.hardSeconds);
      entry.putLong(64, e.cookie).putLong(72, e.frameCount()).putLong(80, e.byteCount());
      entry.put(FLOW_BYTES, e.instructions().bytes());
    }
  }

  private static void aggregate(List<TableEntry> entries, StatisticsParts parts) {
    ByteBuffer entry = parts.entry(AGGREGATE_BYTES);
    entry.putLong(0, entries.stream().mapToLong(TableEntry::frameCount).sum());
    entry.putLong(8, entries.stream().mapToLong(TableEntry::byteCount).sum());
    entry.putInt(16, entries.size());
  }

  private void tables(StatisticsParts parts) {
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

  private void ports(short wire, StatisticsParts parts) throws RefusedMessageException {
    int asked = OpenFlow.port10To13(wire);
    if (asked != OpenFlow.PORT_ANY && !ports.has(asked)) {
      throw new RefusedMessageException(Refusal.BAD_PORT);
    }
    for (int number = 1; number <= ports.count(); number++) {
      if (asked == OpenFlow.PORT_ANY || asked == number) {
        Port port = ports.port(number);
        ByteBuffer entry = parts.entry(PORT_BYTES).putShort(0, (short) port.number);
        entry.putLong(8, port.receivedFrames).putLong(16, port.sentFrames);
        entry.putLong(24, port.receivedBytes).putLong(32, port.sentBytes);
        entry.putLong(40, port.receivedDropped).putLong(48, port.sentDropped);
      }
    }
  }

  private void queues(short wire, int queue, StatisticsParts parts) throws RefusedMessageException {
    int asked = OpenFlow.port10To13(wire);
    if (asked != OpenFlow.PORT_ALL && !ports.has(asked)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_PORT);
    }
    if (queue != ALL_QUEUES && (queue < 0 || queue >= Port.QUEUES)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_QUEUE);
    }
    for (int number = 1; number <= ports.count(); number++) {
      Port port = ports.port(number);
      for (int q = 0; q < Port.QUEUES; q++) {
        boolean meant = asked == OpenFlow.PORT_ALL || asked == port.number;
        if (meant && (queue == ALL_QUEUES || queue == q)) {
          ByteBuffer entry = parts.entry(QUEUE_BYTES).putShort(0, (short) port.number);
          entry.putInt(4, q).putLong(8, port.queueBytes[q]).putLong(16, port.queueFrames[q]);
        }
      }
    }
  }
}
