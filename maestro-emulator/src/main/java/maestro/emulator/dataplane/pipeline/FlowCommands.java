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
 * The commands of FLOW_MOD over the flow table, timeouts, and FLOW_REMOVED. A refused command
 * changes nothing. Confined to one thread; allocates.
 */
final class FlowCommands {
  private static final int IDLE_TIMEOUT = 0;
  private static final int HARD_TIMEOUT = 1;
  private static final int DELETED = 2;

  private static final int FLOW_REMOVED_BYTES = 88;
  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

  /** Objects of an entry, its row or pattern with room to grow, and the head of its program. */
  private static final int ENTRY_BYTES = 1024;

  /** Beside this, tuple space search may have to make a hash table for one entry. */
  private static final int TUPLE_BYTES = 2048;

  /** A program's arrays beside the actions as on the wire. */
  private static final int ACTION_FACTOR = 8;

  private final FlowTable table;
  private final Controllers controllers;
  private final MemoryBudget.Share memory;
  private final LongSupplier clock;

  FlowCommands(
      FlowTable table, Controllers controllers, MemoryBudget.Share memory, LongSupplier clock) {
    this.table = table;
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
  void apply(FlowMod mod) throws RefusedMessageException {
    switch (mod.command()) {
      case FlowMod.ADD -> add(mod);
      case FlowMod.MODIFY, FlowMod.MODIFY_STRICT -> modify(mod);
      default -> delete(mod);
    }
  }

  private void add(FlowMod mod) throws RefusedMessageException {
    TableEntry added = new TableEntry(mod, clock.getAsLong());
    if (mod.checksOverlap() && !table.select(e -> overlaps(e, added)).isEmpty()) {
      throw new RefusedMessageException(Refusal.OVERLAP);
    }
    TableEntry same = table.find(mod);
    if (same == null && table.isFullFor(mod.exact())) {
      throw full();
    }
    added.takenBytes = bytesFor(mod.exact(), mod.actions());
    if (!memory.take(added.takenBytes - (same == null ? 0 : same.takenBytes))) {
      throw full();
    }
    if (same != null) { // it is replaced without a word
      table.remove(same);
    }
    table.add(added);
  }

  private long bytesFor(boolean exact, Instructions actions) {
    int table = exact || !this.table.searchesTuples() ? ENTRY_BYTES : ENTRY_BYTES + TUPLE_BYTES;
    return table + (long) ACTION_FACTOR * actions.bytes().length;
  }

  private static RefusedMessageException full() {
    return new RefusedMessageException(Refusal.TABLE_FULL);
  }

  private static boolean overlaps(TableEntry entry, TableEntry added) {
    return entry.rank() == added.rank() && entry.match.overlaps(added.match);
  }

  private void modify(FlowMod mod) throws RefusedMessageException {
    List<TableEntry> entries = table.select(mod::isAbout);
    if (entries.isEmpty()) {
      add(mod);
    }
    long more = 0;
    for (TableEntry entry : entries) {
      more += bytesFor(entry.exact, mod.actions()) - entry.takenBytes;
    }
    if (!memory.take(more)) {
      throw full();
    }
    for (TableEntry entry : entries) {
      table.setActions(entry, mod.actions());
      entry.takenBytes = bytesFor(entry.exact, mod.actions());
      entry.cookie = mod.cookie();
    }
  }

  private void delete(FlowMod mod) {
    boolean anyPort = mod.outPort() == OpenFlow.PORT_ANY;
    for (TableEntry entry : table.select(mod::isAbout)) {
      if (anyPort || entry.sendsTo(mod.outPort())) {
        remove(entry, DELETED);
      }
    }
  }

  /** Removes the entries whose time is over. */
  void expire() {
    long nowNs = clock.getAsLong();
    for (TableEntry entry : table.due(nowNs)) {
      remove(entry, entry.isHardOver(nowNs) ? HARD_TIMEOUT : IDLE_TIMEOUT);
    }
  }

  private void remove(TableEntry entry, int reason) {
    table.remove(entry);
    memory.give(entry.takenBytes);
    if (entry.tellsRemoval) {
      controllers.tell(Controller.FLOW_REMOVED, reason, flowRemoved(entry, reason));
    }
  }

  private byte[] flowRemoved(TableEntry entry, int reason) {
    long livedNs = clock.getAsLong() - entry.addedNs;
    ByteBuffer b = ByteBuffer.allocate(FLOW_REMOVED_BYTES);
    Header.encode(b, 0, OpenFlow.VERSION_10, OpenFlow.FLOW_REMOVED, FLOW_REMOVED_BYTES, 0);
    b.put(8, entry.matchBytes());
    b.putLong(48, entry.cookie);
    b.putShort(56, (short) entry.priority).put(58, (byte) reason);
    b.putInt(60, (int) (livedNs / NS_PER_S)).putInt(64, (int) (livedNs % NS_PER_S));
    b.putShort(68, (short) entry.idleSeconds);
    b.putLong(72, entry.frameCount()).putLong(80, entry.byteCount());
    return b.array();
  }
}
