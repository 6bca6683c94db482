package maestro.emulator.baseline;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The messages of the baseline responder, in one OpenFlow version.
 *
 * <p>The FLOW_MOD matches every packet and floods it. It is 80 bytes long in both versions:
 *
 * <pre>
 * 1.0  header 8 | match 40 | cookie 8 | command .. priority 8 | buffer_id 4 @64 | ports, flags 4 | OUTPUT 8
 * 1.3  header 8 | cookies, table .. priority 24 | buffer_id 4 @32 | ports, flags 12 | match 8 | APPLY 8 + OUTPUT 16
 * </pre>
 *
 * <p>Immutable; any thread may use it.
 */
final class AnswerTemplate {
  static final AnswerTemplate VERSION_1_0 = new AnswerTemplate(OpenFlow.VERSION_10, 64);
  static final AnswerTemplate VERSION_1_3 = new AnswerTemplate(OpenFlow.VERSION_13, 32);

  static final int FLOW_MOD_BYTES = 80;

  /** The shortest PACKET_IN that is answered: a buffer, a port or a match, and a reason. */
  static final int LEAST_PACKET_IN_BYTES = 18;

  /** The number in 1.3; 1.0 has its lower half. */
  private static final short FLOOD_1_0 = (short) OpenFlow.PORT_FLOOD;

  private static final int MATCH_LENGTH_AT_1_3 = 26;
  private static final int MATCH_AT_1_3 = 24;

  final int version;

  /** The offset of the buffer id in a FLOW_MOD. */
  final int bufferIdAt;

  private final byte[] flowMod;
  private final byte[] packetOutHead;

  private AnswerTemplate(int version, int bufferIdAt) {
    this.version = version;
    this.bufferIdAt = bufferIdAt;
    this.flowMod = version == OpenFlow.VERSION_10 ? flowMod10() : flowMod13();
    this.packetOutHead = version == OpenFlow.VERSION_10 ? packetOutHead10() : packetOutHead13();
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
    out.putInt(at + bufferIdAt, OpenFlow.NO_BUFFER);
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

  /** The offset of the frame in the PACKET_IN that begins at {@code at}. */
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

  /** A message that is only a header. */
  byte[] bare(int type, int xid) {
    return Header.alone(version, type, xid);
  }

  int barrierRequest() {
    return OpenFlow.barrierRequest(version);
  }

  private static byte[] flowMod10() {
    ByteBuffer m = ByteBuffer.allocate(FLOW_MOD_BYTES);
    m.put((byte) OpenFlow.VERSION_10)
        .put((byte) OpenFlow.FLOW_MOD)
        .putShort((short) FLOW_MOD_BYTES);
    m.putInt(8, 0x003fffff);
    m.putShort(62, (short) 1);
    m.putShort(68, (short) 0xffff);
    m.putShort(72, (short) 0).putShort(74, (short) 8).putShort(76, FLOOD_1_0);
    return m.array();
  }

  private static byte[] flowMod13() {
    ByteBuffer m = ByteBuffer.allocate(FLOW_MOD_BYTES);
    m.put((byte) OpenFlow.VERSION_13)
        .put((byte) OpenFlow.FLOW_MOD)
        .putShort((short) FLOW_MOD_BYTES);
    m.putShort(30, (short) 1);
    m.putInt(36, -1).putInt(40, -1);
    m.putShort(48, (short) 1).putShort(50, (short) 4);
    m.putShort(56, (short) 4).putShort(58, (short) 24);
    m.putShort(66, (short) 16).putInt(68, OpenFlow.PORT_FLOOD);
    return m.array();
  }

  private static byte[] packetOutHead10() {
    ByteBuffer m = ByteBuffer.allocate(24);
    m.put((byte) OpenFlow.VERSION_10).put((byte) OpenFlow.PACKET_OUT);
    m.putInt(8, OpenFlow.NO_BUFFER).putShort(12, (short) 0xffff).putShort(14, (short) 8);
    m.putShort(18, (short) 8).putShort(20, FLOOD_1_0);
    return m.array();
  }

  private static byte[] packetOutHead13() {
    ByteBuffer m = ByteBuffer.allocate(40);
    m.put((byte) OpenFlow.VERSION_13).put((byte) OpenFlow.PACKET_OUT);
    m.putInt(8, OpenFlow.NO_BUFFER).putInt(12, OpenFlow.PORT_CONTROLLER).putShort(16, (short) 16);
    m.putShort(26, (short) 16).putInt(28, OpenFlow.PORT_FLOOD);
    return m.array();
  }
}
