package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import maestro.emulator.dataplane.Controller;
import maestro.emulator.dataplane.Controllers;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The commands of FLOW_MOD over the flow tables, timeouts, and FLOW_REMOVED. A refused command
 * changes nothing. Confined to one thread; allocates.
 */
final class FlowCommands13 {
  static final int DELETED = 2;
  static final int GROUP_DELETED = 3;

  private static final int FLOW_REMOVED_HEAD_BYTES = 48;
  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

  /** Objects of an entry, its place in a hash table, and the one that it may need for itself. */
  private static final int ENTRY_BYTES = 1024;

  /** A word of the key in a match: its number, value and mask. */
  private static final int WORD_BYTES = 24;

  /** A program's arrays beside the instructions as on the wire. */
  private static final int INSTRUCTION_FACTOR = 4;

  private final FlowTables tables;
  private final Controllers controllers;
  private final MemoryBudget.Share memory;
  private final LongSupplier clock;
  private long nextNumber;

  FlowCommands13(
      FlowTables tables, Controllers controllers, MemoryBudget.Share memory, LongSupplier clock) {
    this.tables = tables;
    this.controllers = controllers;
    this.memory = memory;
    this.clock = clock;
  }

  /**
   * Carries a command out, apart from the buffered packet.
   *
   * @throws RefusedMessageException on an overlap that the command forbids, or when the table or
   *     the memory is full
   */
  void apply(FlowMod13 mod) throws RefusedMessageException {
    switch (mod.command()) {
      case FlowMod13.ADD -> add(mod);
      case FlowMod13.MODIFY, FlowMod13.MODIFY_STRICT -> modify(mod);
      default -> {
        for (TableEntry13 entry : tables.select(mod.tableId(), mod::isAbout)) {
          remove(entry, DELETED);
        }
      }
    }
  }

  private void add(FlowMod13 mod) throws RefusedMessageException {
    FlowTable13 table = tables.table(mod.tableId());
    TableEntry13 same = table.find(mod.match(), mod.priority());
    if (mod.has(FlowMod13.CHECKS_OVERLAP) && !table.select(e -> overlaps(e, mod)).isEmpty()) {
      throw new RefusedMessageException(Refusal.OVERLAP);
    }
    long bytes = bytesFor(mod.match(), mod.instructions());
    if ((same == null && table.isFull())
        || !memory.take(bytes - (same == null ? 0 : same.takenBytes))) {
      throw full();
    }
    TableEntry13 added = new TableEntry13(mod, mod.tableId(), nextNumber++, clock.getAsLong());
    added.takenBytes = bytes;
    if (same != null) { // it is replaced without a word
      table.remove(same);
      if (!mod.has(FlowMod13.RESETS_COUNTS)) {
        added.copyCounters(same);
      }
    }
    tables.add(added);
  }

  private static long bytesFor(Match13 match, Instructions instructions) {
    return ENTRY_BYTES
        + (long) WORD_BYTES * match.words.length
        + (long) INSTRUCTION_FACTOR * instructions.bytes().length;
  }

  private static RefusedMessageException full() {
    return new RefusedMessageException(Refusal.TABLE_FULL);
  }

  private static boolean overlaps(TableEntry13 entry, FlowMod13 mod) {
    return entry.priority == mod.priority() && entry.match.overlaps(mod.match());
  }

  private void modify(FlowMod13 mod) throws RefusedMessageException {
    List<TableEntry13> entries = tables.select(mod.tableId(), mod::isAbout);
    long more = 0;
    for (TableEntry13 entry : entries) {
      more += bytesFor(entry.match, mod.instructions()) - entry.takenBytes;
    }
    if (!memory.take(more)) {
      throw full();
    }
    for (TableEntry13 entry : entries) {
      entry.instructions = mod.instructions();
      entry.takenBytes = bytesFor(entry.match, mod.instructions());
      if (mod.has(FlowMod13.RESETS_COUNTS)) {
        entry.resetCounters();
      }
    }
  }

  /** Removes the entries whose time is over. */
  void expire() {
    long nowNs = clock.getAsLong();
    for (TableEntry13 entry : tables.due(nowNs)) {
      remove(entry, entry.timeout(nowNs));
    }
  }

  /** Removes an entry that is in its table. */
  void remove(TableEntry13 entry, int reason) {
    tables.remove(entry);
    memory.give(entry.takenBytes);
    if (entry.tellsRemoval()) {
      controllers.tell(Controller.FLOW_REMOVED, reason, flowRemoved(entry, reason));
    }
  }

  private byte[] flowRemoved(TableEntry13 entry, int reason) {
    byte[] match = MatchCodec.write(entry.match);
    int bytes = FLOW_REMOVED_HEAD_BYTES + match.length;
    long livedNs = clock.getAsLong() - entry.addedNs;
    ByteBuffer b = ByteBuffer.allocate(bytes);
    Header.encode(b, 0, OpenFlow.VERSION_13, OpenFlow.FLOW_REMOVED, bytes, 0);
    b.putLong(8, entry.cookie).putShort(16, (short) entry.priority);
    b.put(18, (byte) reason).put(19, (byte) entry.tableId);
    b.putInt(20, (int) (livedNs / NS_PER_S)).putInt(24, (int) (livedNs % NS_PER_S));
    b.putShort(28, (short) entry.idleSeconds).putShort(30, (short) entry.hardSeconds);
    b.putLong(32, entry.frameCount()).putLong(40, entry.byteCount());
    b.put(FLOW_REMOVED_HEAD_BYTES, match);
    return b.array();
  }
}
