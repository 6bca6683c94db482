package maestro.sequence.batch;

import java.nio.ByteBuffer;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.session.Session;
import maestro.openflow.ActionList;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInFlyweight;
import maestro.openflow.PacketOutEncoder;

/**
 * Encodes PACKET_OUTs into the reply buffer of the switch that sent the request. A packet that the
 * switch has kept is named by its buffer; the bytes of any other packet go along.
 *
 * <p>A packet that is too long for a message is counted and not sent. So is a packet of which the
 * switch sent only a part and keeps no buffer: hosts must not get it cut.
 *
 * <p>The worker's own; allocates nothing.
 */
final class PacketOutWriter {
  /** A part of the packet is neither here nor in a buffer of the switch. */
  private static final int CUT = -1;

  private final ReplyGatherer replies;
  private final Counters counters;

  /** For a frame that is not in a buffer. */
  private final ByteBuffer scratch;

  PacketOutWriter(ReplyGatherer replies, Counters counters, ByteBuffer scratch) {
    this.replies = replies;
    this.counters = counters;
    this.scratch = scratch;
  }

  /** Sends the packet to one port, or drops it with {@link PacketOutEncoder#DROP}. */
  void toPort(RequestView view, int bufferId, int port) {
    PacketInFlyweight packetIn = view.packetIn;
    int dataBytes = dataBytes(view, bufferId);
    if (dataBytes == CUT) {
      return;
    }
    int version = packetIn.version();
    ByteBuffer out = replies.room(view.connection(), PacketOutEncoder.bytes(version, dataBytes));
    encoded(
        out,
        PacketOutEncoder.encode(
            out,
            out.position(),
            version,
            packetIn.xid(),
            bufferId,
            packetIn.inPort(),
            port,
            packetIn.buffer(),
            packetIn.dataOffset(),
            dataBytes));
  }

  /** Sends the packet to several ports. */
  void toPorts(RequestView view, int[] ports, int count) {
    PacketInFlyweight packetIn = view.packetIn;
    int dataBytes = dataBytes(view, packetIn.bufferId());
    if (dataBytes == CUT) {
      return;
    }
    int version = packetIn.version();
    int mostBytes = PacketOutEncoder.bytes(version, count, dataBytes);
    if (mostBytes > OpenFlow.MAX_MESSAGE_BYTES) {
      counters.add(Counter.REQUESTS_TOO_LONG, 1);
      return;
    }
    ByteBuffer out = replies.room(view.connection(), mostBytes);
    encoded(
        out,
        PacketOutEncoder.encode(
            out,
            out.position(),
            version,
            packetIn.xid(),
            packetIn.bufferId(),
            packetIn.inPort(),
            ports,
            count,
            packetIn.buffer(),
            packetIn.dataOffset(),
            dataBytes));
  }

  /** Sends the packet by a list of actions; an empty list drops it. */
  void byActions(RequestView view, ActionList actions) {
    PacketInFlyweight packetIn = view.packetIn;
    boolean buffered = packetIn.bufferId() != OpenFlow.NO_BUFFER;
    int version = packetIn.version();
    if (!buffered && actions.bytes(version) == 0) {
      return;
    }
    int dataBytes = dataBytes(view, packetIn.bufferId());
    if (dataBytes == CUT) {
      return;
    }
    int mostBytes = PacketOutEncoder.bytes(version, actions, dataBytes);
    if (mostBytes > OpenFlow.MAX_MESSAGE_BYTES) {
      counters.add(Counter.REQUESTS_TOO_LONG, 1);
      return;
    }
    ByteBuffer out = replies.room(view.connection(), mostBytes);
    encoded(
        out,
        PacketOutEncoder.encode(
            out,
            out.position(),
            version,
            packetIn.xid(),
            packetIn.bufferId(),
            packetIn.inPort(),
            actions,
            packetIn.buffer(),
            packetIn.dataOffset(),
            dataBytes));
  }

  /** The bytes of the packet that go along, or {@link #CUT}. */
  private int dataBytes(RequestView view, int bufferId) {
    if (bufferId != OpenFlow.NO_BUFFER) {
      return 0;
    }
    PacketInFlyweight packetIn = view.packetIn;
    int dataBytes = packetIn.dataLength();
    if (dataBytes >= packetIn.totalLength()) {
      return dataBytes;
    }
    counters.add(Counter.REQUESTS_CUT, 1);
    Session.of(view.connection()).seen().sentCutPacket(dataBytes, packetIn.totalLength());
    return CUT;
  }

  /** Sends a frame of an application's own out of the port of the request. */
  void reply(RequestView view, byte[] frame, int length) {
    int version = view.packetIn.version();
    scratch.put(0, frame, 0, length);
    ByteBuffer out = replies.room(view.connection(), PacketOutEncoder.bytes(version, length));
    encoded(
        out,
        PacketOutEncoder.encode(
            out,
            out.position(),
            version,
            view.packetIn.xid(),
            OpenFlow.NO_BUFFER,
            OpenFlow.PORT_CONTROLLER,
            view.packetIn.inPort(),
            scratch,
            0,
            length));
  }

  /**
   * Moves the position past a PACKET_OUT of this length; 0 bytes count as a packet that is too
   * long.
   */
  private void encoded(ByteBuffer out, int bytes) {
    if (bytes == 0) {
      counters.add(Counter.REQUESTS_TOO_LONG, 1);
    }
    out.position(out.position() + bytes);
  }
}
