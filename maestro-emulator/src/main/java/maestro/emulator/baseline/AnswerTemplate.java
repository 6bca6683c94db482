package maestro.emulator.limit;

import java.nio.ByteBuffer;

/**
 * The bytes the limit responder says, for one OpenFlow version.
 *
 * <p>A FLOW_MOD that matches everything, floods, and is 80 bytes long in both versions:
 *
 * <pre>
 * 1.0  header 8 | match 40 | cookie 8 | command .. priority 8 | buffer_id 4 @64 | ports, flags 4 | OUTPUT 8
 * 1.3  header 8 | cookies, table .. priority 24 | buffer_id 4 @32 | ports, flags 12 | match 8 | APPLY 8 + OUTPUT 16
 * </pre>
 *
 * <p>Immutable; any thread may use it.
 */
final class AnswerTemplate {
  static final AnswerTemplate VERSION_1_0 = new AnswerTemplate(1, 64);
  static final AnswerTemplate VERSION_1_3 = new AnswerTemplate(4, 32);

  static final int HEADER_BYTES = 8;
  static final int FLOW_MOD_BYTES = 80;

  /** The shortest PACKET_IN that is looked at; it has a buffer, a port or match, and a reason. */
  static final int LEAST_PACKET_IN_BYTES = 18;

  static final int NO_BUFFER = -1;

  static final int HELLO = 0;
  static final int ECHO_REQUEST = 2;
  static final int ECHO_REPLY = 3;
  static final int FEATURES_REQUEST = 5;
  static final int FEATURES_REPLY = 6;
  static final int PACKET_IN = 10;

  private static final int PACKET_OUT = 13;
  private static final int FLOW_MOD = 14;

  private static final int FLOOD_1_0 = 0xfffb;
  private static final int FLOOD_1_3 = 0xfffffffb;

  private static final int MATCH_LENGTH_AT_1_3 = 26;
  private static final int MATCH_AT_1_3 = 24;

  final int version;

  /** Where a FLOW_MOD names the buffer. */
  final int bufferIdAt;

  private final byte[] flowMod;
  private final byte[] packetOutHead;

  private AnswerTemplate(int version, int bufferIdAt) {
    this.version = version;
    this.bufferIdAt = bufferIdAt;
    this.flowMod = version == 1 ? flowMod10() : flowMod13();
    this.packetOutHead = version == 1 ? packetOutHead10() : packetOutHead13();
  }

  /** A direct buffer of {@code count} FLOW_MODs, one behind the other, to be patched in place. */
  ByteBuffer manyFlowMods(int count) {
    ByteBuffer many = ByteBuffer.allocateDirect(count * FLOW_MOD_BYTES);
    for (int i = 0; i < count; i++) {
      many.put(flowMod);
    }
    return many;
  }

  /** Appends a FLOW_MOD without a buffer at the position of {@code out}. */
  void putFlowMod(ByteBuffer out, int xid) {
    int at = out.position();
    out.put(flowMod);
    out.putInt(at + 4, xid);
    out.putInt(at + bufferIdAt, NO_BUFFER);
  }

  /** Appends a PACKET_OUT that carries {@code dataBytes} from {@code in} at {@code dataAt}. */
  void putPacketOut(ByteBuffer out, int xid, ByteBuffer in, int dataAt, int dataBytes) {
    int at = out.position();
    out.put(packetOutHead);
    out.putShort(at + 2, (short) (packetOutHead.length + dataBytes));
    out.putInt(at + 4, xid);
    int to = out.position();
    out.put(to, in, dataAt, dataBytes);
    out.position(to + dataBytes);
  }

  /** Where the frame starts in the PACKET_IN at {@code at}, relative to it. */
  int dataOffset(ByteBuffer in, int at, int lengthBytes) {
    if (version == 1) {
      return 18;
    }
    if (lengthBytes < MATCH_LENGTH_AT_1_3 + 2) {
      return lengthBytes;
    }
    int matchBytes = in.getShort(at + MATCH_LENGTH_AT_1_3) & 0xffff;
    return Math.min(lengthBytes, MATCH_AT_1_3 + ((matchBytes + 7) & ~7) + 2);
  }

  /** A message of eight bytes: header only. */
  byte[] bare(int type, int xid) {
    return ByteBuffer.allocate(HEADER_BYTES)
        .put((byte) version)
        .put((byte) type)
        .putShort((short) HEADER_BYTES)
        .putInt(xid)
        .array();
  }

  int barrierRequest() {
    return version == 1 ? 18 : 20;
  }

  private static byte[] flowMod10() {
    ByteBuffer m = ByteBuffer.allocate(FLOW_MOD_BYTES);
    m.put((byte) 1).put((byte) FLOW_MOD).putShort((short) FLOW_MOD_BYTES);
    m.putInt(8, 0x003fffff);
    m.putShort(62, (short) 1);
    m.putShort(68, (short) 0xffff);
    m.putShort(72, (short) 0).putShort(74, (short) 8).putShort(76, (short) FLOOD_1_0);
    return m.array();
  }

  private static byte[] flowMod13() {
    ByteBuffer m = ByteBuffer.allocate(FLOW_MOD_BYTES);
    m.put((byte) 4).put((byte) FLOW_MOD).putShort((short) FLOW_MOD_BYTES);
    m.putShort(30, (short) 1);
    m.putInt(36, -1).putInt(40, -1);
    m.putShort(48, (short) 1).putShort(50, (short) 4);
    m.putShort(56, (short) 4).putShort(58, (short) 24);
    m.putShort(66, (short) 16).putInt(68, FLOOD_1_3);
    return m.array();
  }

  private static byte[] packetOutHead10() {
    ByteBuffer m = ByteBuffer.allocate(24);
    m.put((byte) 1).put((byte) PACKET_OUT);
    m.putInt(8, NO_BUFFER).putShort(12, (short) 0xffff).putShort(14, (short) 8);
    m.putShort(18, (short) 8).putShort(20, (short) FLOOD_1_0);
    return m.array();
  }

  private static byte[] packetOutHead13() {
    ByteBuffer m = ByteBuffer.allocate(40);
    m.put((byte) 4).put((byte) PACKET_OUT);
    m.putInt(8, NO_BUFFER).putInt(12, 0xfffffffd).putShort(16, (short) 16);
    m.putShort(26, (short) 16).putInt(28, FLOOD_1_3);
    return m.array();
  }
}
