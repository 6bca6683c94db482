package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.table.FlowCommands;
import maestro.network.dataplane.table.FlowMod;
import maestro.network.dataplane.table.FlowTables;
import maestro.network.dataplane.table.Meter;
import maestro.network.dataplane.table.TableEntry;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a switch, and the commands of METER_MOD. A refused command changes nothing.
 * Confined to one thread; allocates. Entries hold their meter, so that no frame looks it up.
 *
 * <pre>
 *  METER_MOD  header 8 | command 16 | flags 16 | meter 32 | bands
 *  a band     type 16 | length 16 | rate 32 | burst 32 | precedence 8 | zeros 24
 * </pre>
 */
final class Meters {
  static final int MOST = 4096;
  static final int MOST_BANDS = 16;
  static final int ALL_METERS = 0xffffffff;
  static final int LAST_METER = 0xffff0000;

  private static final int ADD = 0;
  private static final int MODIFY = 1;
  private static final int DELETE = 2;
  private static final int HEAD_BYTES = 16;
  private static final int BAND_BYTES = 16;
  private static final int METER_BYTES = 512;

  /** Objects of bands beside them as on the wire. */
  private static final int BAND_FACTOR = 8;

  private static final int ALL_FLAGS = 15;
  private static final int MOST_PRECEDENCE = 3;

  private final FlowTables tables;
  private final FlowCommands flows;
  private final MemoryBudget.Share memory;
  private final LongSupplier clock;
  private final TreeMap<Integer, Meter> meters = new TreeMap<>(Integer::compareUnsigned);

  Meters(FlowTables tables, FlowCommands flows, MemoryBudget.Share memory, LongSupplier clock) {
    this.tables = tables;
    this.flows = flows;
    this.memory = memory;
    this.clock = clock;
  }

  Collection<Meter> all() {
    return meters.values();
  }

  @Nullable Meter find(int id) {
    return meters.get(id);
  }

  /**
   * Carries out the METER_MOD in {@code [at, at + lengthBytes)}.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  void apply(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    if (lengthBytes < HEAD_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int command = b.getShort(at + 8) & 0xffff;
    int id = b.getInt(at + 12);
    if (command > DELETE) {
      throw new RefusedMessageException(Refusal.METER_BAD_COMMAND);
    }
    if (command == DELETE) {
      delete(id);
      return;
    }
    if (id == 0 || Integer.compareUnsigned(id, LAST_METER) > 0) {
      throw new RefusedMessageException(Refusal.INVALID_METER);
    }
    Meter before = meters.get(id);
    if (command == ADD && before != null) {
      throw new RefusedMessageException(Refusal.METER_EXISTS);
    }
    if (command == MODIFY && before == null) {
      throw new RefusedMessageException(Refusal.UNKNOWN_METER);
    }
    if (command == ADD && meters.size() == MOST) {
      throw new RefusedMessageException(Refusal.OUT_OF_METERS);
    }
    Meter meter = before == null ? new Meter(id, clock.getAsLong()) : before;
    configure(meter, b, at, lengthBytes);
    meters.put(id, meter);
  }

  private void configure(Meter meter, ByteBuffer b, int at, int lengthBytes)
      throws RefusedMessageException {
    int flags = b.getShort(at + 10) & 0xffff;
    boolean packets = (flags & Meter.PACKETS) != 0;
    if ((flags & ~ALL_FLAGS) != 0 || (packets && (flags & Meter.KBPS) != 0)) {
      throw new RefusedMessageException(Refusal.METER_BAD_FLAGS);
    }
    byte[] bandBytes = new byte[lengthBytes - HEAD_BYTES];
    b.get(at + HEAD_BYTES, bandBytes);
    long nowNs = clock.getAsLong();
    List<Meter.Band> bands = new ArrayList<>();
    ByteBuffer w = ByteBuffer.wrap(bandBytes);
    for (int each = 0; each < bandBytes.length; each += BAND_BYTES) {
      boolean whole = bandBytes.length - each >= BAND_BYTES && w.getShort(each + 2) == BAND_BYTES;
      int type = whole ? w.getShort(each) : 0;
      if (type != Meter.DROP && type != Meter.REMARK) {
        throw new RefusedMessageException(Refusal.BAD_BAND);
      }
      int precedence = type == Meter.REMARK ? w.get(each + 12) & 0xff : 0;
      if (type == Meter.REMARK && (precedence < 1 || precedence > MOST_PRECEDENCE)) {
        throw new RefusedMessageException(Refusal.BAD_BAND_VALUE);
      }
      if (bands.size() == MOST_BANDS) {
        throw new RefusedMessageException(Refusal.OUT_OF_BANDS);
      }
      long rate = w.getInt(each + 4) & 0xffff_ffffL;
      long burst = (flags & Meter.BURST) != 0 ? w.getInt(each + 8) & 0xffff_ffffL : 0;
      bands.add(new Meter.Band(type, precedence, rate, burst, packets, nowNs));
    }
    long before = bytesFor(meter.bandBytes().length, meters.containsKey(meter.id));
    if (!memory.take(bytesFor(bandBytes.length, true) - before)) {
      throw new RefusedMessageException(Refusal.OUT_OF_METERS);
    }
    meter.configure(flags, bands.toArray(new Meter.Band[0]), bandBytes);
  }

  private static long bytesFor(int bandBytes, boolean isThere) {
    return isThere ? METER_BYTES + (long) BAND_FACTOR * bandBytes : 0;
  }

  private void delete(int id) {
    List<Meter> deleted = new ArrayList<>();
    if (id == ALL_METERS) {
      deleted.addAll(meters.values());
    } else if (meters.containsKey(id)) {
      deleted.add(meters.get(id));
    }
    for (Meter meter : deleted) {
      meters.remove(meter.id);
      memory.give(bytesFor(meter.bandBytes().length, true));
      for (TableEntry entry : tables.select(FlowMod.ALL_TABLES, e -> isFor(e, meter))) {
        flows.remove(entry, FlowCommands.DELETED);
      }
    }
  }

  private static boolean isFor(TableEntry entry, Meter meter) {
    Meter used = entry.instructions().meter();
    return used != null && used.id == meter.id;
  }

  /** How many entries a meter treats. */
  int entryCount(Meter meter) {
    return tables.select(FlowMod.ALL_TABLES, e -> isFor(e, meter)).size();
  }
}
