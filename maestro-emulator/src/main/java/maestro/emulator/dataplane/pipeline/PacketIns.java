package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.emulator.dataplane.PacketBuffers;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * Writes PACKET_INs of OpenFlow 1.3. Confined to one thread; allocates nothing, except when a
 * packet buffer is used for the first time.
 *
 * <pre>
 *  header 8 | buffer 4 | total 2 | reason 1 | table 1 | cookie 8 | match | zeros 2 | data
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

  private final Announcer announcer;
  private final PacketBuffers buffers;
  private final LongSupplier clock;

  PacketIns(Announcer announcer, PacketBuffers buffers, LongSupplier clock) {
    this.announcer = announcer;
    this.buffers = buffers;
    this.clock = clock;
  }

  /**
   * Sends a packet to the controller, if it is to get it.
   *
   * @param mostBytes of the data, when the packet can be buffered
   * @return false when the controller has no room
   */
  boolean send(Packet p, int reason, int tableId, long cookie, int mostBytes) {
    if (!announcer.wants(Announcer.PACKET_IN, reason)) {
      return true;
    }
    int lengthBytes = p.lengthBytes();
    int bufferId = OpenFlow.NO_BUFFER;
    if (mostBytes < lengthBytes) {
      bufferId = buffers.store(p.bytes, p.at, lengthBytes, p.inPort, clock.getAsLong());
    }
    int dataBytes = bufferId == OpenFlow.NO_BUFFER ? lengthBytes : mostBytes;
    int matchBytes =
        MATCH_HEADER_BYTES
            + PORT_OXM_BYTES
            + (p.metadata == 0 ? 0 : LONG_OXM_BYTES)
            + (p.tunnelId == 0 ? 0 : LONG_OXM_BYTES);
    int dataAt = MATCH_AT + (matchBytes + 7) / 8 * 8 + PAD_BYTES;
    int bytes = dataAt + dataBytes;
    ByteBuffer room = announcer.roomForPacketIn(reason, bytes);
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
