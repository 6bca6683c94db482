package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;
import maestro.emulator.dataplane.StatisticsParts;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The multipart replies of OpenFlow 1.3 about flows, tables, ports and queues. Confined to one
 * thread; allocates.
 */
final class Statistics13 {
  static final int LEAST_BYTES = 16;

  private static final int FLOW = 1;
  private static final int AGGREGATE = 2;
  private static final int TABLE = 3;
  private static final int PORT = 4;
  private static final int QUEUE = 5;
  private static final int PORT_DESCRIPTION = 13;

  private static final int PORT_REQUEST_BYTES = 24;
  private static final int ALL_QUEUES = 0xffffffff;

  private static final int FLOW_HEAD_BYTES = 48;
  private static final int AGGREGATE_BYTES = 24;
  private static final int TABLE_BYTES = 24;
  private static final int PORT_BYTES = 112;
  private static final int QUEUE_BYTES = 40;

  private final FlowTables tables;
  private final Ports ports;
  private final LongSupplier clock;

  Statistics13(FlowTables tables, Ports ports, LongSupplier clock) {
    this.tables = tables;
    this.ports = ports;
    this.clock = clock;
  }

  /** Whether a kind of multipart request is answered here. */
  static boolean answers(int kind) {
    return (kind >= FLOW && kind <= QUEUE) || kind == PORT_DESCRIPTION;
  }

  /**
   * The reply to the request in {@code [at, at + lengthBytes)}, which has a kind that is answered,
   * and at least {@link #LEAST_BYTES}.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  List<byte[]> reply(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    int kind = b.getShort(at + 8) & 0xffff;
    StatisticsParts parts = new StatisticsParts(OpenFlow.VERSION_13, Header.xid(b, at), kind);
    int body = at + LEAST_BYTES;
    int bodyBytes = lengthBytes - LEAST_BYTES;
    switch (kind) {
      case FLOW -> flows(selected(b, body, bodyBytes), parts);
      case AGGREGATE -> aggregate(selected(b, body, bodyBytes), parts);
      case PORT, QUEUE -> {
        checkLength(lengthBytes, PORT_REQUEST_BYTES);
        if (kind == PORT) {
          ports(b.getInt(body), parts);
        } else {
          queues(b.getInt(body), b.getInt(body + 4), parts);
        }
      }
      default -> {
        checkLength(lengthBytes, LEAST_BYTES);
        if (kind == TABLE) {
          tables(parts);
        } else {
          for (int number = 1; number <= ports.count(); number++) {
            PortMessages13.put(ports.port(number), parts.entry(PortMessages13.PORT_BYTES), 0);
          }
        }
      }
    }
    return parts.messages();
  }

  private static void checkLength(int found, int right) throws RefusedMessageException {
    if (found != right) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
  }

  private List<TableEntry> selected(ByteBuffer b, int body, int bodyBytes)
      throws RefusedMessageException {
    Selection selection = Selection.read(b, body, bodyBytes, tables.tableCount());
    return tables.select(selection.tableId(), selection::has);
  }

  private void flows(List<TableEntry> entries, StatisticsParts parts) {
    for (TableEntry e : entries) {
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
  }

  private static void aggregate(List<TableEntry> entries, StatisticsParts parts) {
    ByteBuffer entry = parts.entry(AGGREGATE_BYTES);
    entry.putLong(0, entries.stream().mapToLong(e -> Math.max(0, e.frameCount())).sum());
    entry.putLong(8, entries.stream().mapToLong(e -> Math.max(0, e.byteCount())).sum());
    entry.putInt(16, entries.size());
  }

  private void tables(StatisticsParts parts) {
    for (int id = 0; id < tables.tableCount(); id++) {
      FlowTable table = tables.table(id);
      ByteBuffer entry = parts.entry(TABLE_BYTES).put(0, (byte) id);
      entry.putInt(4, table.count());
      entry.putLong(8, table.lookupCount()).putLong(16, table.othersMatchedCount());
    }
  }

  private void ports(int asked, StatisticsParts parts) throws RefusedMessageException {
    if (asked != OpenFlow.PORT_ANY && !ports.has(asked)) {
      throw new RefusedMessageException(Refusal.BAD_PORT);
    }
    for (int number = 1; number <= ports.count(); number++) {
      if (asked == OpenFlow.PORT_ANY || asked == number) {
        Port port = ports.port(number);
        ByteBuffer entry = parts.entry(PORT_BYTES).putInt(0, number);
        entry.putLong(8, port.receivedFrames).putLong(16, port.sentFrames);
        entry.putLong(24, port.receivedBytes).putLong(32, port.sentBytes);
        entry.putLong(40, port.receivedDropped).putLong(48, port.sentDropped);
        Age.put(entry, 104, clock.getAsLong() - port.addedNs);
      }
    }
  }

  private void queues(int asked, int queue, StatisticsParts parts) throws RefusedMessageException {
    if (asked != OpenFlow.PORT_ANY && !ports.has(asked)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_PORT);
    }
    if (queue != ALL_QUEUES && (queue < 0 || queue >= Port.QUEUES)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_QUEUE);
    }
    for (int number = 1; number <= ports.count(); number++) {
      Port port = ports.port(number);
      for (int q = 0; q < Port.QUEUES; q++) {
        boolean meant = asked == OpenFlow.PORT_ANY || asked == number;
        if (meant && (queue == ALL_QUEUES || queue == q)) {
          ByteBuffer entry = parts.entry(QUEUE_BYTES).putInt(0, number).putInt(4, q);
          entry.putLong(8, port.queueBytes[q]).putLong(16, port.queueFrames[q]);
          Age.put(entry, 32, clock.getAsLong() - port.addedNs);
        }
      }
    }
  }
}
