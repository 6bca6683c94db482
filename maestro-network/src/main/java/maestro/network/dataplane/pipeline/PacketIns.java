package maestro.network.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.Controllers;
import maestro.network.dataplane.PacketBuffers;
import maestro.network.dataplane.packet.Packet;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/**
 * Sends PACKET_INs of any version. Confined to one thread; allocates nothing, except when a packet
 * buffer is used for the first time.
 *
 * <pre>
 *  in 1.3  header 8 | buffer 4 | total 2 | reason 1 | table 1 | cookie 8 | match | zeros 2 | data
 * </pre>
 */
final class PacketIns {
  /** The reasons. */
  static final int NO_MATCH = 0;

  static final int ACTION = 1;
  static final int INVALID_TTL = 2;

  private static final int MATCH_AT = 24;
  private static final int MATCH_HEADER = 1 << 16;
  private static final int MATCH_HEADER_BYTES = 4;
  private static final int PORT_OXM = 0x8000_0004;
  private static final int PORT_OXM_BYTES = 8;
  private static final int METADATA_OXM = 0x8000_0408;
  private static final int TUNNEL_OXM = 0x8000_4c08;
  private static final int LONG_OXM_BYTES = 12;
  private static final int PAD_BYTES = 2;

  private final int version;
  private final Controllers controllers;
  private final PacketBuffers buffers;
  private final LongSupplier clock;

  PacketIns(int version, Controllers controllers, PacketBuffers buffers, LongSupplier clock) {
    this.version = version;
    this.controllers = controllers;
    this.buffers = buffers;
    this.clock = clock;
  }

  /**
   * Sends a packet to each controller that is to get it. They share one buffer.
   *
   * @param mostBytes of the data, when the packet can be buffered; or {@link
   *     Controllers#MISS_SEND_BYTES}
   * @return false when no controller takes it
   */
  boolean send(Packet p, int reason, int tableId, long cookie, int mostBytes) {
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
      int id = buffered ? bufferId : OpenFlow.NO_BUFFER;
      told |=
          version == OpenFlow.VERSION_10
              ? send10(each, p, reason, id, most)
              : send13(each, p, reason, tableId, cookie, id, most);
    }
    return told || (!wanted && controllers.isConnected());
  }

  /** Returns false when the controller has no room. */
  private static boolean send10(
      Controller controller, Packet p, int reason, int bufferId, int most) {
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

  private static boolean send13(
      Controller controller,
      Packet p,
      int reason,
      int tableId,
      long cookie,
      int bufferId,
      int most) {
    int lengthBytes = p.lengthBytes();
    int dataBytes = bufferId == OpenFlow.NO_BUFFER ? lengthBytes : most;
    int matchBytes =
        MATCH_HEADER_BYTES
            + PORT_OXM_BYTES
            + (p.metadata == 0 ? 0 : LONG_OXM_BYTES)
            + (p.tunnelId == 0 ? 0 : LONG_OXM_BYTES);
    int dataAt = MATCH_AT + (matchBytes + 7) / 8 * 8 + PAD_BYTES;
    int bytes = dataAt + dataBytes;
    ByteBuffer room = controller.roomForPacketIn(bytes);
    if (room == null) {
      return false;
    }
    int at = room.position();
    Header.encode(room, at, OpenFlow.VERSION_13, OpenFlow.PACKET_IN, bytes, 0);
    room.putInt(at + 8, bufferId).putShort(at + 12, (short) lengthBytes);
    room.put(at + 14, (byte) reason).put(at + 15, (byte) tableId).putLong(at + 16, cookie);
    room.putLong(at + dataAt - 8, 0);
    int field = at + MATCH_AT;
    room.putInt(field, MATCH_HEADER | matchBytes);
    room.putInt(field + 4, PORT_OXM).putInt(field + 8, p.inPort);
    field += MATCH_HEADER_BYTES + PORT_OXM_BYTES;
    if (p.metadata != 0) {
      room.putInt(field, METADATA_OXM).putLong(field + 4, p.metadata);
      field += LONG_OXM_BYTES;
    }
    if (p.tunnelId != 0) {
      room.putInt(field, TUNNEL_OXM).putLong(field + 4, p.tunnelId);
    }
    room.put(at + dataAt, p.bytes, p.at, dataBytes);
    room.position(at + bytes);
    return true;
  }
}
