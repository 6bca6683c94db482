package maestro.network.dataplane.table;

import java.util.List;
import java.util.function.LongSupplier;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.Controllers;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;

/**
 * The commands of FLOW_MOD over the flow tables, and timeouts. A refused command changes nothing.
 * Confined to one thread; allocates.
 */
public final class FlowCommands {
  public static final int DELETED = 2;
  public static final int GROUP_DELETED = 3;

  /** Objects of an entry, and the hash table that it may need for itself. */
  private static final int ENTRY_BYTES = 1024;

  /** A word of the key in a match: its number, value and mask, and in a row. */
  private static final int WORD_BYTES = 40;

  /** A program's arrays beside the instructions as on the wire. */
  private static final int INSTRUCTION_FACTOR = 8;

  private final FlowTables tables;
  private final Controllers controllers;
  private final RemovalWriter removals;
  private final MemoryBudget.Share memory;
  private final LongSupplier clock;
  private long nextNumber;

  /** Writes the FLOW_REMOVED of a version. */
  public interface RemovalWriter {
    /** The FLOW_REMOVED for an entry, which has been there for some time. */
    byte[] write(TableEntry entry, int reason, long livedNs);
  }

  public FlowCommands(
      FlowTables tables,
      Controllers controllers,
      RemovalWriter removals,
      MemoryBudget.Share memory,
      LongSupplier clock) {
    this.tables = tables;
    this.controllers = controllers;
    this.removals = removals;
    this.memory = memory;
    this.clock = clock;
  }

  /**
   * Carries a command out, apart from the buffered packet.
   *
   * @throws RefusedMessageException on an overlap that the command forbids, or when the table or
   *     the memory is full
   */
  public void apply(FlowMod mod) throws RefusedMessageException {
    switch (mod.command()) {
      case FlowMod.ADD -> add(mod);
      case FlowMod.MODIFY, FlowMod.MODIFY_STRICT -> modify(mod);
      default -> {
        for (TableEntry entry : tables.select(mod.tableId(), mod::isAbout)) {
          remove(entry, DELETED);
        }
      }
    }
  }

  private void add(FlowMod mod) throws RefusedMessageException {
    FlowTable table = tables.table(mod.tableId());
    TableEntry added = new TableEntry(mod, nextNumber, clock.getAsLong());
    if (mod.has(FlowMod.CHECKS_OVERLAP) && !table.select(e -> overlaps(e, added)).isEmpty()) {
      throw new RefusedMessageException(Refusal.OVERLAP);
    }
    TableEntry same = table.find(mod);
    if (same == null && table.isFullFor(mod.exact())) {
      throw new RefusedMessageException(Refusal.TABLE_FULL);
    }
    added.takenBytes = bytesFor(added, mod.instructions());
    if (!memory.take(added.takenBytes - (same == null ? 0 : same.takenBytes))) {
      throw new RefusedMessageException(Refusal.TABLE_FULL);
    }
    nextNumber++;
    if (same != null) { // it is replaced without a word
      table.remove(same);
      if (!mod.has(FlowMod.RESETS_COUNTS)) {
        added.continueFrom(same);
      }
    }
    tables.add(added);
  }

  private static long bytesFor(TableEntry entry, Instructions instructions) {
    return ENTRY_BYTES
        + (long) WORD_BYTES * entry.match.words.length
        + (long) INSTRUCTION_FACTOR * instructions.bytes().length;
  }

  private static boolean overlaps(TableEntry entry, TableEntry added) {
    return entry.rank() == added.rank() && entry.match.overlaps(added.match);
  }

  private void modify(FlowMod mod) throws RefusedMessageException {
    List<TableEntry> entries = tables.select(mod.tableId(), mod::isAbout);
    if (entries.isEmpty() && mod.modifyAdds()) {
      add(mod);
      return;
    }
    long more = 0;
    for (TableEntry entry : entries) {
      more += bytesFor(entry, mod.instructions()) - entry.takenBytes;
    }
    if (!memory.take(more)) {
      throw new RefusedMessageException(Refusal.TABLE_FULL);
    }
    for (TableEntry entry : entries) {
      entry.cookie = mod.modifyAdds() ? mod.cookie() : entry.cookie;
      entry.takenBytes = bytesFor(entry, mod.instructions());
      tables
          .table(entry.tableId)
          .setInstructions(
              entry,
              mod.instructions().of(entry.instructions().cookie(), entry.instructions().isMiss()));
      if (mod.has(FlowMod.RESETS_COUNTS)) {
        entry.resetCounters();
      }
    }
  }

  /** Removes the entries whose time is over. */
  public void expire() {
    long nowNs = clock.getAsLong();
    for (TableEntry entry : tables.due(nowNs)) {
      remove(entry, entry.timeout(nowNs));
    }
  }

  /** Removes an entry that is in its table. */
  public void remove(TableEntry entry, int reason) {
    tables.remove(entry);
    memory.give(entry.takenBytes);
    if (entry.tellsRemoval()) {
      long livedNs = clock.getAsLong() - entry.addedNs;
      controllers.tell(Controller.FLOW_REMOVED, reason, removals.write(entry, reason, livedNs));
    }
  }
}
