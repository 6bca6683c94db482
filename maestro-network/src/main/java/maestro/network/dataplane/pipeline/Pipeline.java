package maestro.network.dataplane.pipeline;

import java.util.function.LongSupplier;
import maestro.network.dataplane.Controllers;
import maestro.network.dataplane.packet.ActionSet;
import maestro.network.dataplane.packet.FieldEdits;
import maestro.network.dataplane.packet.Operation;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.packet.PacketBurst;
import maestro.network.dataplane.packet.Program;
import maestro.network.dataplane.packet.TagEdits;
import maestro.network.dataplane.table.FlowTable;
import maestro.network.dataplane.table.FlowTables;
import maestro.network.dataplane.table.Instructions;
import maestro.network.dataplane.table.Meter;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * What a switch does with a packet: the way through the tables, actions and the action set.
 * Confined to one thread; allocates nothing for a packet.
 *
 * <ol>
 *   <li>The best entry of the table is found and counted. Without one the packet is dropped; in 1.0
 *       the controllers are asked.
 *   <li>Its instructions run in the order of the specification: the meter, apply actions, clear and
 *       write the action set, write metadata.
 *   <li>The next table follows, or, without one, the action set runs.
 * </ol>
 */
final class Pipeline {
  private static final long NO_COOKIE = -1;

  /** Whether a packet without an entry goes to the controllers: in 1.0. */
  private final boolean asksWithoutEntry;

  private final FlowTables tables;
  private final FlowTable firstTable;
  private final Ports ports;
  private final Groups groups;
  private final Controllers controllers;
  private final PacketIns packetIns;
  private final LongSupplier clock;
  private final FieldEdits edits = new FieldEdits();
  private final ActionSet set = new ActionSet();

  /** Where the packet is now, for its PACKET_INs. */
  private int tableId;

  private long cookie;
  private boolean missed;

  /** How many copies of the packet are kept now. */
  private int saved;

  /** What was read ahead; kept, or the compiler would leave the reading out. */
  long touched;

  Pipeline(
      int version,
      FlowTables tables,
      Ports ports,
      Groups groups,
      Controllers controllers,
      PacketIns packetIns,
      LongSupplier clock) {
    this.asksWithoutEntry = version == OpenFlow.VERSION_10;
    this.tables = tables;
    this.firstTable = tables.table(0);
    this.ports = ports;
    this.groups = groups;
    this.controllers = controllers;
    this.packetIns = packetIns;
    this.clock = clock;
  }

  /** A packet has arrived at its port. */
  void receive(Packet p) {
    if (admit(p)) {
      submit(p);
    }
  }

  /**
   * Packets have arrived together. While the first flow table is large, most of the time is spent
   * on waiting for its memory. So all keys are read first, then all slots, then all rows: the
   * processor waits for many of them at once.
   *
   * @param burst its first {@code count} packets have just been loaded
   */
  void receive(PacketBurst burst, int count) {
    FlowTable table = firstTable;
    Packet[] packets = burst.packets;
    long[] hashes = burst.hashes;
    int[] candidates = burst.candidates;
    int admitted = 0;
    for (int i = 0; i < count; i++) {
      Packet p = packets[i];
      if (admit(p)) {
        packets[i] = packets[admitted];
        packets[admitted] = p;
        hashes[admitted] = table.hash(p.key);
        admitted++;
      }
    }
    long read = 0;
    for (int i = 0; i < admitted; i++) {
      read += table.touchSlot(hashes[i]);
    }
    for (int i = 0; i < admitted; i++) {
      candidates[i] = table.candidate(hashes[i]);
    }
    for (int i = 0; i < admitted; i++) {
      read += table.touchRow(candidates[i]);
    }
    touched = read;
    long nowNs = clock.getAsLong();
    for (int i = 0; i < admitted; i++) {
      Packet p = packets[i];
      treat(p, table.use(p.key, hashes[i], candidates[i], p.lengthBytes(), nowNs));
    }
  }

  /** Whether a packet that has arrived is treated further; reads its key. */
  private boolean admit(Packet p) {
    if (!ports.receive(p)) {
      return false;
    }
    p.refresh();
    if (p.fragment && controllers.dropsFragments()) {
      ports.dropReceived(p);
      return false;
    }
    return true;
  }

  /** Treats a packet by the tables, from the first one on. */
  void submit(Packet p) {
    treat(p, lookUp(p, firstTable));
  }

  private @Nullable Instructions lookUp(Packet p, FlowTable table) {
    p.refresh();
    return table.use(p.key, p.lengthBytes(), clock.getAsLong());
  }

  private void treat(Packet p, @Nullable Instructions inFirstTable) {
    set.clear();
    int table = 0;
    Instructions instructions = inFirstTable;
    while (instructions != null) {
      tableId = table;
      cookie = instructions.cookie();
      missed = instructions.isMiss();
      boolean kept =
          instructions.onlyApplies()
              ? runAll(instructions.apply(), p)
              : runInstructions(instructions, p);
      if (!kept) {
        return;
      }
      table = instructions.gotoTable();
      if (table == Instructions.NO_TABLE) {
        runSet(p);
        return;
      }
      instructions = lookUp(p, tables.table(table));
    }
    if (asksWithoutEntry && !isSilent(p)) {
      ask(p, PacketIns.NO_MATCH, Controllers.MISS_SEND_BYTES);
    }
  }

  /** Returns false when the packet is dropped. */
  private boolean runInstructions(Instructions instructions, Packet p) {
    Meter meter = instructions.meter();
    if (meter != null && !meter.passes(p, edits, clock.getAsLong())) {
      return false;
    }
    if (!runAll(instructions.apply(), p)) {
      return false;
    }
    if (instructions.clears()) {
      set.clear();
    }
    set.write(instructions.write());
    if (instructions.metadataMask() != 0) {
      p.metadata =
          (p.metadata & ~instructions.metadataMask())
              | (instructions.metadata() & instructions.metadataMask());
      p.changed();
    }
    return true;
  }

  /** Runs the actions of a PACKET_OUT. */
  void run(Program actions, Packet p) {
    tableId = 0;
    cookie = NO_COOKIE;
    missed = false;
    boolean kept = runAll(actions, p);
    assert kept || p.lengthBytes() > 0 : "an action may have dropped it";
  }

  private void runSet(Packet p) {
    for (long left = set.operations(); left != 0; left &= left - 1) {
      int operation = Long.numberOfTrailingZeros(left);
      if (!runOne(operation, set.first(operation), set.second(operation), p)) {
        return;
      }
    }
  }

  private boolean runAll(Program actions, Packet p) {
    for (int i = 0; i < actions.count(); i++) {
      int operation = actions.operation(i);
      if (operation == Operation.OUTPUT) {
        output(p, (int) actions.first(i), (int) actions.second(i));
      } else if (!runOne(operation, actions.first(i), actions.second(i), p)) {
        return false;
      }
    }
    return true;
  }

  /** Returns false when the packet is dropped. */
  private boolean runOne(int operation, long first, long second, Packet p) {
    switch (operation) {
      case Operation.OUTPUT -> output(p, (int) first, (int) second);
      case Operation.GROUP -> runGroup((int) first, p);
      case Operation.SET_QUEUE -> p.queue = (int) first;
      case Operation.PUSH_VLAN -> {
        return TagEdits.pushVlan(p, (int) first);
      }
      case Operation.TAG -> {
        return TagEdits.tag(p);
      }
      case Operation.SET_TP_SRC -> edits.setPort(p, true, (int) first);
      case Operation.SET_TP_DST -> edits.setPort(p, false, (int) first);
      case Operation.PUSH_MPLS -> {
        return TagEdits.pushMpls(p, (int) first);
      }
      case Operation.PUSH_PBB -> {
        return TagEdits.pushPbb(p);
      }
      case Operation.POP_VLAN -> TagEdits.popVlan(p);
      case Operation.POP_MPLS -> TagEdits.popMpls(p, (int) first);
      case Operation.POP_PBB -> TagEdits.popPbb(p);
      case Operation.COPY_TTL_IN -> edits.copyTtl(p, true);
      case Operation.COPY_TTL_OUT -> edits.copyTtl(p, false);
      case Operation.SET_MPLS_TTL -> FieldEdits.setMplsTtl(p, (int) first);
      case Operation.SET_NW_TTL -> edits.setNetworkTtl(p, (int) first);
      case Operation.DEC_MPLS_TTL -> {
        return FieldEdits.decrementMplsTtl(p) || refuseTtl(p);
      }
      case Operation.DEC_NW_TTL -> {
        return edits.decrementNetworkTtl(p) || refuseTtl(p);
      }
      default -> edits.set(p, Operation.field(operation), first, second);
    }
    return true;
  }

  /** A group treats copies of the packet, which stays as it is. */
  private void runGroup(int id, Packet p) {
    Group group = groups.find(id);
    if (group == null) {
      return; // deleted in the meantime
    }
    group.count(p.lengthBytes());
    if (group.type == Group.ALL) {
      for (Bucket bucket : group.buckets) {
        runBucket(bucket, p);
      }
      return;
    }
    Bucket bucket = group.type == Group.SELECT ? groups.select(group, p) : groups.firstAlive(group);
    if (bucket != null) {
      runBucket(bucket, p);
    }
  }

  private void runBucket(Bucket bucket, Packet p) {
    bucket.count(p.lengthBytes());
    p.save(saved++);
    boolean kept = runAll(bucket.actions, p);
    p.restore(--saved);
    assert kept || p.lengthBytes() > 0 : "only the copy was dropped";
  }

  private boolean refuseTtl(Packet p) {
    ask(p, PacketIns.INVALID_TTL, Controllers.MISS_SEND_BYTES);
    return false;
  }

  private void output(Packet p, int port, int mostBytes) {
    switch (port) {
      case OpenFlow.PORT_CONTROLLER -> {
        if (!missed || !isSilent(p)) {
          ask(p, missed ? PacketIns.NO_MATCH : PacketIns.ACTION, mostBytes);
        }
      }
      case OpenFlow.PORT_TABLE -> { // only in a PACKET_OUT, whose packet stays as it is
        p.save(saved++);
        submit(p);
        p.restore(--saved);
        tableId = 0;
        cookie = NO_COOKIE;
        missed = false;
      }
      default -> ports.send(p, port);
    }
  }

  private boolean isSilent(Packet p) {
    return ports.has(p.inPort) && ports.port(p.inPort).is(Port.NO_PACKET_IN);
  }

  private void ask(Packet p, int reason, int mostBytes) {
    if (!packetIns.send(p, reason, tableId, cookie, mostBytes)) {
      ports.dropReceived(p);
    }
  }
}
