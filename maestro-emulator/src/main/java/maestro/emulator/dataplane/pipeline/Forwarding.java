package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.emulator.dataplane.Controller;
import maestro.emulator.dataplane.Controllers;
import maestro.emulator.dataplane.FrameOutput;
import maestro.emulator.dataplane.PacketBuffers;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;
import org.jspecify.annotations.Nullable;

/**
 * What a switch does with a frame: look it up, run the actions, send it. Confined to one thread;
 * allocates nothing for a frame, except for the first use of a packet buffer.
 */
final class Forwarding {
  /** The reasons of a PACKET_IN. */
  static final int NO_MATCH = 0;

  static final int ACTION = 1;

  private static final int IPV4_SRC_AT = 12;
  private static final int IPV4_DST_AT = 16;
  private static final int ETH_SRC_AT = 6;

  private final FlowTable table;
  private final Port[] ports;
  private final PacketBuffers buffers;
  private final Controllers controllers;
  private final FrameOutput output;
  private final LongSupplier clock;

  /** What was read ahead; kept, or the compiler would leave the reading out. */
  long touched;

  Forwarding(
      FlowTable table,
      Port[] ports,
      PacketBuffers buffers,
      Controllers controllers,
      FrameOutput output,
      LongSupplier clock) {
    this.table = table;
    this.ports = ports;
    this.buffers = buffers;
    this.controllers = controllers;
    this.output = output;
    this.clock = clock;
  }

  /** A frame has arrived at its port. */
  void receive(Frame frame) {
    if (admit(frame)) {
      lookUp(frame);
    }
  }

  /**
   * Frames have arrived together. While the flow table is large, most of the time is spent on
   * waiting for its memory. So all keys are read first, then all slots, then all rows: the
   * processor waits for many of them at once.
   *
   * @param frames the first {@code count} have just been loaded
   */
  void receive(Frame[] frames, int count) {
    int admitted = 0;
    for (int i = 0; i < count; i++) {
      Frame frame = frames[i];
      if (admit(frame)) {
        frames[i] = frames[admitted];
        frames[admitted] = frame;
        frame.hash = ExactTable.hash(frame.key);
        admitted++;
      }
    }
    long read = 0;
    for (int i = 0; i < admitted; i++) {
      read += table.touchSlot(frames[i].hash);
    }
    for (int i = 0; i < admitted; i++) {
      frames[i].candidate = table.candidate(frames[i].hash);
    }
    for (int i = 0; i < admitted; i++) {
      read += table.touchRow(frames[i].candidate);
    }
    touched = read;
    long nowNs = clock.getAsLong();
    for (int i = 0; i < admitted; i++) {
      Frame frame = frames[i];
      treat(frame, table.use(frame.key, frame.hash, frame.candidate, frame.lengthBytes(), nowNs));
    }
  }

  /** Whether a frame that has arrived is treated further; reads its key. */
  private boolean admit(Frame frame) {
    Port port = ports[frame.inPort - 1];
    if (!port.isUp() || port.is(Port.NO_RECEIVE)) {
      port.receivedDropped++;
      return false;
    }
    port.receivedFrames++;
    port.receivedBytes += frame.lengthBytes();
    frame.readKey();
    if (frame.isFragment() && controllers.dropsFragments()) {
      port.receivedDropped++;
      return false;
    }
    return true;
  }

  /** Treats a frame, whose key is read, by the flow table. */
  void lookUp(Frame frame) {
    treat(frame, table.use(frame.key, frame.lengthBytes(), clock.getAsLong()));
  }

  private void treat(Frame frame, @Nullable ActionProgram actions) {
    if (actions != null) {
      run(actions, frame);
    } else if (!hasPort(frame.inPort) || !ports[frame.inPort - 1].is(Port.NO_PACKET_IN)) {
      ask(frame, NO_MATCH, Controllers.MISS_SEND_BYTES);
    }
  }

  /** Runs actions over a frame, whose key is read. */
  void run(ActionProgram actions, Frame frame) {
    for (int i = 0; i < actions.count(); i++) {
      long argument = actions.argument(i);
      switch (actions.operation(i)) {
        case ActionProgram.OUTPUT -> send(frame, (int) argument, actions.second(i));
        case ActionProgram.ENQUEUE -> enqueue(frame, (int) argument, actions.second(i));
        case ActionProgram.SET_VLAN -> FrameEdits.setVlan(frame, (int) argument);
        case ActionProgram.SET_PRIORITY -> FrameEdits.setPriority(frame, (int) argument);
        case ActionProgram.STRIP_VLAN -> FrameEdits.stripVlan(frame);
        case ActionProgram.SET_ETH_SRC -> FrameEdits.setEthernet(frame, ETH_SRC_AT, argument);
        case ActionProgram.SET_ETH_DST -> FrameEdits.setEthernet(frame, 0, argument);
        case ActionProgram.SET_IPV4_SRC -> FrameEdits.setIpv4(frame, IPV4_SRC_AT, (int) argument);
        case ActionProgram.SET_IPV4_DST -> FrameEdits.setIpv4(frame, IPV4_DST_AT, (int) argument);
        case ActionProgram.SET_TOS -> FrameEdits.setTos(frame, (int) argument);
        case ActionProgram.SET_TP_SRC -> FrameEdits.setTransport(frame, true, (int) argument);
        default -> FrameEdits.setTransport(frame, false, (int) argument);
      }
    }
  }

  private void send(Frame frame, int port, int mostBytes) {
    switch (port) {
      case OpenFlow.PORT_CONTROLLER -> ask(frame, ACTION, mostBytes);
      case OpenFlow.PORT_IN_PORT -> transmit(frame, frame.inPort, 0);
      case OpenFlow.PORT_FLOOD -> flood(frame, Port.NO_FLOOD);
      case OpenFlow.PORT_ALL -> flood(frame, 0);
      case OpenFlow.PORT_TABLE -> lookUp(frame);
      default -> {
        if (port != frame.inPort) { // back where it came from only by IN_PORT
          transmit(frame, port, 0);
        }
      }
    }
  }

  private void enqueue(Frame frame, int port, int queue) {
    if (port == OpenFlow.PORT_IN_PORT) {
      transmit(frame, frame.inPort, queue);
    } else if (port != frame.inPort) {
      transmit(frame, port, queue);
    }
  }

  private void flood(Frame frame, int exceptBit) {
    for (Port port : ports) {
      if (port.number != frame.inPort && !port.is(exceptBit)) {
        transmit(frame, port.number, 0);
      }
    }
  }

  private void transmit(Frame frame, int number, int queue) {
    if (!hasPort(number)) {
      return; // LOCAL, behind which nothing is, or the in_port of a PACKET_OUT without one
    }
    Port port = ports[number - 1];
    if (!port.isUp() || port.is(Port.NO_FORWARD)) {
      port.sentDropped++;
      return;
    }
    port.sentFrames++;
    port.sentBytes += frame.lengthBytes();
    port.queueFrames[queue]++;
    port.queueBytes[queue] += frame.lengthBytes();
    output.send(number, frame.bytes, frame.at, frame.lengthBytes());
  }

  /** Sends a PACKET_IN to each controller that is to get it. They share one buffer. */
  private void ask(Frame frame, int reason, int mostBytes) {
    int lengthBytes = frame.lengthBytes();
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
        bufferId =
            buffers.store(frame.bytes, frame.at, lengthBytes, frame.inPort, clock.getAsLong());
      }
      wanted = true;
      told |= send(each, frame, reason, buffered ? bufferId : OpenFlow.NO_BUFFER, most);
    }
    if (!told && (wanted || !controllers.isConnected())) {
      drop(frame);
    }
  }

  /** Returns false when the controller has no room. */
  private static boolean send(
      Controller controller, Frame frame, int reason, int bufferId, int most) {
    int lengthBytes = frame.lengthBytes();
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
        frame.inPort,
        reason,
        0,
        frame.bytes,
        frame.at,
        dataBytes);
    room.position(room.position() + bytes);
    return true;
  }

  private void drop(Frame frame) {
    if (hasPort(frame.inPort)) {
      ports[frame.inPort - 1].receivedDropped++;
    }
  }

  private boolean hasPort(int number) {
    return number >= 1 && number <= ports.length;
  }
}
