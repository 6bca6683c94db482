package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.emulator.dataplane.Controller;
import maestro.emulator.dataplane.Controllers;
import maestro.emulator.dataplane.PacketBuffers;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;
import org.jspecify.annotations.Nullable;

/**
 * What a switch of 1.0 does with a packet: look it up, run the actions, send it. Confined to one
 * thread; allocates nothing for a packet, except for the first use of a packet buffer.
 */
final class Forwarding {
  /** The reasons of a PACKET_IN. */
  static final int NO_MATCH = 0;

  static final int ACTION = 1;

  private final FlowTable table;
  private final Ports ports;
  private final PacketBuffers buffers;
  private final Controllers controllers;
  private final LongSupplier clock;
  private final FieldEdits edits = new FieldEdits();

  /** What was read ahead; kept, or the compiler would leave the reading out. */
  long touched;

  Forwarding(
      FlowTable table,
      Ports ports,
      PacketBuffers buffers,
      Controllers controllers,
      LongSupplier clock) {
    this.table = table;
    this.ports = ports;
    this.buffers = buffers;
    this.controllers = controllers;
    this.clock = clock;
  }

  /** A packet has arrived at its port. */
  void receive(Packet p) {
    if (admit(p)) {
      lookUp(p);
    }
  }

  /**
   * Packets have arrived together. While the flow table is large, most of the time is spent on
   * waiting for its memory. So all keys are read first, then all slots, then all rows: the
   * processor waits for many of them at once.
   *
   * @param packets the first {@code count} have just been loaded
   */
  void receive(Packet[] packets, int count) {
    int admitted = 0;
    for (int i = 0; i < count; i++) {
      Packet p = packets[i];
      if (admit(p)) {
        packets[i] = packets[admitted];
        packets[admitted] = p;
        p.hash = table.hash(p.key);
        admitted++;
      }
    }
    long read = 0;
    for (int i = 0; i < admitted; i++) {
      read += table.touchSlot(packets[i].hash);
    }
    for (int i = 0; i < admitted; i++) {
      packets[i].candidate = table.candidate(packets[i].hash);
    }
    for (int i = 0; i < admitted; i++) {
      read += table.touchRow(packets[i].candidate);
    }
    touched = read;
    long nowNs = clock.getAsLong();
    for (int i = 0; i < admitted; i++) {
      Packet p = packets[i];
      treat(p, table.use(p.key, p.hash, p.candidate, p.lengthBytes(), nowNs));
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

  /** Treats a packet by the flow table. */
  void lookUp(Packet p) {
    p.refresh();
    treat(p, table.use(p.key, p.lengthBytes(), clock.getAsLong()));
  }

  private void treat(Packet p, @Nullable Instructions instructions) {
    if (instructions != null) {
      run(instructions.apply(), p);
    } else if (!ports.has(p.inPort) || !ports.port(p.inPort).is(Port.NO_PACKET_IN)) {
      ask(p, NO_MATCH, Controllers.MISS_SEND_BYTES);
    }
  }

  /** Runs actions over a packet. */
  void run(Program actions, Packet p) {
    boolean kept = true;
    for (int i = 0; kept && i < actions.count(); i++) {
      int operation = actions.operation(i);
      int first = (int) actions.first(i);
      switch (operation) {
        case Operation.OUTPUT -> send(p, first, (int) actions.second(i));
        case Operation.SET_QUEUE -> p.queue = first;
        case Operation.TAG -> kept = TagEdits.tag(p);
        case Operation.POP_VLAN -> TagEdits.popVlan(p);
        case Operation.SET_TP_SRC -> edits.setPort(p, true, first);
        case Operation.SET_TP_DST -> edits.setPort(p, false, first);
        default -> edits.set(p, Operation.field(operation), actions.first(i), 0);
      }
    }
  }

  private void send(Packet p, int port, int mostBytes) {
    switch (port) {
      case OpenFlow.PORT_CONTROLLER -> ask(p, ACTION, mostBytes);
      case OpenFlow.PORT_TABLE -> lookUp(p);
      default -> ports.send(p, port);
    }
  }

  /** Sends a PACKET_IN to each controller that is to get it. They share one buffer. */
  private void ask(Packet p, int reason, int mostBytes) {
    int lengthBytes = p.lengthBytes();
    boolean stored = false;
    boolean wanted = false;
    boolean told = false;
    int bufferId = OpenFlow.NO_BUFFER;
    for (int i = 0; i < controllers.count(); i++) {
      Controller each = controllers.get(i);
      if (!each.wants(Controller.PACKET_IN, reason)) {
        continue;
      }
      int most = mostBytes == Controllers.MISS_SEND_BYTES ? each.missSendBytes() : mostBytes;
      boolean buffered = most < lengthBytes;
      if (buffered && !stored) {
        stored = true;
        bufferId = buffers.store(p.bytes, p.at, lengthBytes, p.inPort, clock.getAsLong());
      }
      wanted = true;
      told |= send(each, p, reason, buffered ? bufferId : OpenFlow.NO_BUFFER, most);
    }
    if (!told && (wanted || !controllers.isConnected())) {
      ports.dropReceived(p);
    }
  }

  /** Returns false when the controller has no room. */
  private static boolean send(Controller controller, Packet p, int reason, int bufferId, int most) {
    int lengthBytes = p.lengthBytes();
    int dataBytes = bufferId == OpenFlow.NO_BUFFER ? lengthBytes : most;
    int bytes = PacketInEncoder.bytes(OpenFlow.VERSION_10, dataBytes);
    ByteBuffer room = controller.roomForPacketIn(bytes);
    if (room == null) {
      return false;
    }
    PacketInEncoder.encode(
        room,
        room.position(),
        OpenFlow.VERSION_10,
        0,
        bufferId,
        lengthBytes,
        p.inPort,
        reason,
        0,
        p.bytes,
        p.at,
        dataBytes);
    room.position(room.position() + bytes);
    return true;
  }
}
