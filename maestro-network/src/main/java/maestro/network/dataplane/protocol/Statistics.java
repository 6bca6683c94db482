package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.StatisticsParts;
import maestro.network.dataplane.pipeline.Port;
import maestro.network.dataplane.pipeline.Ports;
import maestro.network.dataplane.table.FlowTables;
import maestro.network.dataplane.table.TableEntry;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The statistics that all versions have: of entries, tables, ports and queues. A subclass reads and
 * writes what differs between the versions; 1.3 says how old ports and queues are. Confined to one
 * thread; allocates.
 *
 * <pre>
 *  aggregate  0        8       16
 *             | frames | bytes | entries 32 | zeros 32
 *  a port     0      8          16         24         32        40                     56   104
 *             | port | received | sent     | received | sent    | dropped: received 64 | …  | age
 *             |      | frames   | frames   | bytes    | bytes   | sent 64              |
 *  a queue    0      4          8          16         24        32
 *             | port | queue 32 | bytes    | frames   | errors  | age
 * </pre>
 */
abstract class Statistics {
  private static final int FLOW = 1;
  private static final int AGGREGATE = 2;
  private static final int TABLE = 3;
  private static final int PORT = 4;
  private static final int QUEUE = 5;

  private static final int ALL_QUEUES = 0xffffffff;

  /** The body of a request for ports or queues. */
  private static final int PORT_REQUEST_BYTES = 8;

  private static final int AGGREGATE_BYTES = 24;
  private static final int PORT_BYTES = 104;
  private static final int QUEUE_BYTES = 32;
  private static final int AGE_BYTES = 8;

  final FlowTables tables;
  final LongSupplier clock;
  private final int version;
  private final int headBytes;
  private final int ageBytes;
  private final Ports ports;

  Statistics(int version, FlowTables tables, Ports ports, LongSupplier clock) {
    this.version = version;
    this.headBytes = StatisticsParts.headBytes(version);
    this.ageBytes = version == OpenFlow.VERSION_10 ? 0 : AGE_BYTES;
    this.tables = tables;
    this.ports = ports;
    this.clock = clock;
  }

  /** Whether a kind of statistics is answered here. */
  static boolean answers(int kind) {
    return kind >= FLOW && kind <= QUEUE;
  }

  /**
   * The reply to the request in {@code [at, at + lengthBytes)}, which has at least a head and a
   * kind that is answered.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  final List<byte[]> reply(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    int kind = b.getShort(at + 8) & 0xffff;
    StatisticsParts parts = new StatisticsParts(version, Header.xid(b, at), kind);
    int body = at + headBytes;
    int bodyBytes = lengthBytes - headBytes;
    switch (kind) {
      case FLOW -> {
        for (TableEntry entry : selected(b, body, bodyBytes)) {
          put(entry, parts);
        }
      }
      case AGGREGATE -> aggregate(selected(b, body, bodyBytes), parts);
      case TABLE -> {
        checkLength(bodyBytes, 0);
        putTables(parts);
      }
      default -> {
        checkLength(bodyBytes, PORT_REQUEST_BYTES);
        if (kind == PORT) {
          ports(port(b, body), parts);
        } else {
          queues(port(b, body), b.getInt(body + 4), parts);
        }
      }
    }
    return parts.messages();
  }

  /**
   * The entries that a request is about.
   *
   * @param at of its body
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  abstract List<TableEntry> selected(ByteBuffer b, int at, int bodyBytes)
      throws RefusedMessageException;

  /** Adds an entry to a reply. */
  abstract void put(TableEntry entry, StatisticsParts parts);

  /** Adds the tables to a reply. */
  abstract void putTables(StatisticsParts parts);

  /** Reads the number of a port, as 1.3 has it. */
  abstract int port(ByteBuffer b, int at);

  /** Writes the number of a port at the beginning. */
  abstract void putPort(ByteBuffer entry, int number);

  /** The port that stands for all in a request for queues. */
  abstract int anyPortOfQueues();

  static void checkLength(int found, int right) throws RefusedMessageException {
    if (found != right) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
  }

  /** What an entry does not count is not in the sums. */
  private static void aggregate(List<TableEntry> entries, StatisticsParts parts) {
    ByteBuffer entry = parts.entry(AGGREGATE_BYTES);
    entry.putLong(0, entries.stream().mapToLong(e -> Math.max(0, e.frameCount())).sum());
    entry.putLong(8, entries.stream().mapToLong(e -> Math.max(0, e.byteCount())).sum());
    entry.putInt(16, entries.size());
  }

  private void ports(int asked, StatisticsParts parts) throws RefusedMessageException {
    boolean all = asked == OpenFlow.PORT_ANY;
    if (!all && !ports.has(asked)) {
      throw new RefusedMessageException(Refusal.BAD_PORT);
    }
    for (int number = 1; number <= ports.count(); number++) {
      if (all || asked == number) {
        Port port = ports.port(number);
        ByteBuffer entry = entry(PORT_BYTES, port, parts);
        entry.putLong(8, port.receivedFrames()).putLong(16, port.sentFrames());
        entry.putLong(24, port.receivedBytes()).putLong(32, port.sentBytes());
        entry.putLong(40, port.receivedDropped()).putLong(48, port.sentDropped());
      }
    }
  }

  private void queues(int asked, int queue, StatisticsParts parts) throws RefusedMessageException {
    boolean all = asked == anyPortOfQueues();
    if (!all && !ports.has(asked)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_PORT);
    }
    if (queue != ALL_QUEUES && (queue < 0 || queue >= Port.QUEUES)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_QUEUE);
    }
    for (int number = 1; number <= ports.count(); number++) {
      Port port = ports.port(number);
      for (int q = 0; q < Port.QUEUES; q++) {
        if ((all || asked == number) && (queue == ALL_QUEUES || queue == q)) {
          ByteBuffer entry = entry(QUEUE_BYTES, port, parts).putInt(4, q);
          entry.putLong(8, port.queueBytes[q]).putLong(16, port.queueFrames[q]);
        }
      }
    }
  }

  /** An entry about a port, which ends with its age in 1.3. */
  private ByteBuffer entry(int bytes, Port port, StatisticsParts parts) {
    ByteBuffer entry = parts.entry(bytes + ageBytes);
    putPort(entry, port.number);
    if (ageBytes > 0) {
      Age.put(entry, bytes, clock.getAsLong() - port.addedNs);
    }
    return entry;
  }
}
