package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.StatisticsParts;
import maestro.network.dataplane.pipeline.Bucket;
import maestro.network.dataplane.pipeline.Group;
import maestro.network.dataplane.pipeline.Groups;
import maestro.network.dataplane.pipeline.Ports;
import maestro.network.dataplane.table.FlowMod;
import maestro.network.dataplane.table.FlowTables;
import maestro.network.dataplane.table.Meter;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The multipart replies that only OpenFlow 1.3 has: about groups and meters, the features of
 * tables, and the ports. Confined to one thread; allocates.
 */
final class Multiparts13 {
  private static final int GROUP = 6;
  private static final int GROUP_DESCRIPTION = 7;
  private static final int GROUP_FEATURES = 8;
  private static final int METER = 9;
  private static final int METER_CONFIG = 10;
  private static final int METER_FEATURES = 11;
  private static final int TABLE_FEATURES = 12;
  private static final int PORT_DESCRIPTION = 13;

  private static final int GROUP_STATS_BYTES = 40;
  private static final int GROUP_DESCRIPTION_BYTES = 8;
  private static final int GROUP_FEATURES_BYTES = 40;
  private static final int METER_STATS_BYTES = 40;
  private static final int METER_CONFIG_BYTES = 8;
  private static final int METER_FEATURES_BYTES = 16;
  private static final int COUNTERS_BYTES = 16;
  private static final int HEAD_BYTES = StatisticsParts.headBytes(OpenFlow.VERSION_13);
  private static final int REQUEST_WITH_ID_BYTES = 24;

  private static final int GROUP_TYPES = 4;

  /** By weight, by liveness, chained, and chains are checked. */
  private static final int GROUP_CAPABILITIES = 15;

  private static final int BAND_TYPES = 1 << Meter.DROP | 1 << Meter.REMARK;
  private static final int METER_FLAGS = 15;

  private final FlowTables tables;
  private final Ports ports;
  private final Groups groups;
  private final Meters meters;
  private final LongSupplier clock;

  Multiparts13(FlowTables tables, Ports ports, Groups groups, Meters meters, LongSupplier clock) {
    this.tables = tables;
    this.ports = ports;
    this.groups = groups;
    this.meters = meters;
    this.clock = clock;
  }

  /** Whether a kind of multipart request is answered here. */
  static boolean answers(int kind) {
    return kind >= GROUP && kind <= PORT_DESCRIPTION;
  }

  /**
   * The reply to the request in {@code [at, at + lengthBytes)}, which has at least a head and a
   * kind that is answered.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  List<byte[]> reply(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    int kind = b.getShort(at + 8) & 0xffff;
    boolean named = kind == GROUP || kind == METER || kind == METER_CONFIG;
    if (kind == TABLE_FEATURES && lengthBytes > HEAD_BYTES) {
      throw new RefusedMessageException(Refusal.TABLE_FEATURES_EPERM);
    }
    if (lengthBytes != (named ? REQUEST_WITH_ID_BYTES : HEAD_BYTES)) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int id = named ? b.getInt(at + HEAD_BYTES) : 0;
    StatisticsParts parts = new StatisticsParts(OpenFlow.VERSION_13, Header.xid(b, at), kind);
    switch (kind) {
      case GROUP -> groups(id, parts);
      case GROUP_DESCRIPTION -> {
        for (int i = 0; i < groups.count(); i++) {
          describe(groups.at(i), parts);
        }
      }
      case GROUP_FEATURES -> groupFeatures(parts.entry(GROUP_FEATURES_BYTES));
      case METER, METER_CONFIG -> meters(id, kind, parts);
      case METER_FEATURES -> {
        ByteBuffer entry = parts.entry(METER_FEATURES_BYTES);
        entry.putInt(0, Meters.MOST).putInt(4, BAND_TYPES).putInt(8, METER_FLAGS);
        entry.put(12, (byte) Meters.MOST_BANDS);
      }
      case TABLE_FEATURES -> {
        for (int tableId = 0; tableId < tables.tableCount(); tableId++) {
          TableFeatures13.put(parts, tableId, tables);
        }
      }
      default -> {
        for (int number = 1; number <= ports.count(); number++) {
          PortMessages13.put(ports.port(number), parts.entry(PortMessages13.PORT_BYTES), 0);
        }
      }
    }
    return parts.messages();
  }

  private void groups(int id, StatisticsParts parts) {
    for (int i = 0; i < groups.count(); i++) {
      Group group = groups.at(i);
      if (id == GroupCommands.ALL_GROUPS || id == group.id) {
        int bytes = GROUP_STATS_BYTES + group.buckets.length * COUNTERS_BYTES;
        ByteBuffer entry = parts.entry(bytes);
        entry.putShort(0, (short) bytes).putInt(4, group.id).putInt(8, users(group.id));
        entry.putLong(16, group.frames()).putLong(24, group.bytes());
        Age.put(entry, 32, clock.getAsLong() - group.addedNs);
        int at = GROUP_STATS_BYTES;
        for (Bucket bucket : group.buckets) {
          entry.putLong(at, bucket.frames).putLong(at + 8, bucket.bytes);
          at += COUNTERS_BYTES;
        }
      }
    }
  }

  /** How many entries and groups send to a group. */
  private int users(int id) {
    int count = tables.select(FlowMod.ALL_TABLES, each -> each.instructions().usesGroup(id)).size();
    for (int i = 0; i < groups.count(); i++) {
      count += groups.at(i).uses(id) ? 1 : 0;
    }
    return count;
  }

  private static void describe(Group group, StatisticsParts parts) {
    int bytes = GROUP_DESCRIPTION_BYTES + group.bucketBytes.length;
    ByteBuffer entry = parts.entry(bytes);
    entry.putShort(0, (short) bytes).put(2, (byte) group.type).putInt(4, group.id);
    entry.put(GROUP_DESCRIPTION_BYTES, group.bucketBytes);
  }

  private static void groupFeatures(ByteBuffer entry) {
    entry.putInt(0, (1 << GROUP_TYPES) - 1).putInt(4, GROUP_CAPABILITIES);
    for (int type = 0; type < GROUP_TYPES; type++) {
      entry.putInt(8 + 4 * type, Groups.MOST);
      entry.putInt(24 + 4 * type, TableFeatures13.ACTION_BITS);
    }
  }

  private void meters(int id, int kind, StatisticsParts parts) throws RefusedMessageException {
    if (id != Meters.ALL_METERS && meters.find(id) == null) {
      throw new RefusedMessageException(Refusal.UNKNOWN_METER);
    }
    for (Meter meter : meters.all()) {
      if (id == Meters.ALL_METERS || id == meter.id) {
        if (kind == METER) {
          count(meter, parts);
        } else {
          int bytes = METER_CONFIG_BYTES + meter.bandBytes().length;
          ByteBuffer entry = parts.entry(bytes);
          entry.putShort(0, (short) bytes).putShort(2, (short) meter.flags()).putInt(4, meter.id);
          entry.put(METER_CONFIG_BYTES, meter.bandBytes());
        }
      }
    }
  }

  private void count(Meter meter, StatisticsParts parts) {
    int bytes = METER_STATS_BYTES + meter.bands().length * COUNTERS_BYTES;
    ByteBuffer entry = parts.entry(bytes).putInt(0, meter.id).putShort(4, (short) bytes);
    entry.putInt(12, meters.entryCount(meter)).putLong(16, meter.frames());
    entry.putLong(24, meter.bytes());
    Age.put(entry, 32, clock.getAsLong() - meter.addedNs);
    int at = METER_STATS_BYTES;
    for (Meter.Band band : meter.bands()) {
      entry.putLong(at, band.frames()).putLong(at + 8, band.bytes());
      at += COUNTERS_BYTES;
    }
  }
}
