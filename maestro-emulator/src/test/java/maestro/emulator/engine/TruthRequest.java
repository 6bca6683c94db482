package maestro.emulator.engine;

import java.nio.ByteBuffer;

/**
 * A PACKET_IN of OpenFlow 1.0 or 1.3, and its answers.
 *
 * @param message starts at 0
 * @param port of the destination, FLOOD when the destination is unknown
 */
public record TruthRequest(ByteBuffer message, int port) {
  public static final int FLOOD = 0xfffffffb;

  private static final int NO_BUFFER = -1;

  int bufferId() {
    return message.getInt(8);
  }

  public int inPort() {
    return inPort(message);
  }

  public long source() {
    return source(message);
  }

  public long destination() {
    return destination(message);
  }

  /** The right answer. */
  public byte[] answer() {
    return answer(bufferId(), port);
  }

  /** A FLOW_MOD that names the buffer, or a PACKET_OUT with the frame when there is none. */
  byte[] answer(int bufferId, int toPort) {
    if (bufferId == NO_BUFFER) {
      return is10() ? packetOut10(toPort) : packetOut13(toPort);
    }
    return is10() ? flowMod10(bufferId, toPort) : flowMod13(bufferId, toPort);
  }

  private boolean is10() {
    return is10(message);
  }

  private int xid() {
    return message.getInt(4);
  }

  private byte[] flowMod10(int bufferId, int toPort) {
    ByteBuffer m = ByteBuffer.allocate(80);
    m.put((byte) 1).put((byte) 14).putShort((short) 80).putInt(xid());
    m.putInt(8, 0x3fffff).putInt(64, bufferId).putShort(68, (short) 0xffff);
    m.putShort(74, (short) 8).putShort(76, (short) toPort);
    return bytes(m);
  }

  private byte[] flowMod13(int bufferId, int toPort) {
    ByteBuffer m = ByteBuffer.allocate(80);
    m.put((byte) 4).put((byte) 14).putShort((short) 80).putInt(xid());
    m.putInt(32, bufferId).putInt(36, -1).putInt(40, -1);
    m.putShort(48, (short) 1).putShort(50, (short) 4); // an empty match
    m.putShort(56, (short) 4).putShort(58, (short) 24); // apply
    m.putShort(66, (short) 16).putInt(68, toPort); // output
    return bytes(m);
  }

  private byte[] packetOut10(int toPort) {
    ByteBuffer m = packetOut(1, 24);
    m.putInt(8, NO_BUFFER).putShort(12, (short) 0xffff).putShort(14, (short) 8);
    m.putShort(18, (short) 8).putShort(20, (short) toPort);
    return bytes(m);
  }

  private byte[] packetOut13(int toPort) {
    ByteBuffer m = packetOut(4, 40);
    m.putInt(8, NO_BUFFER).putInt(12, 0xfffffffd).putShort(16, (short) 16);
    m.putShort(26, (short) 16).putInt(28, toPort);
    return bytes(m);
  }

  /** With the frame behind a head of this many bytes. */
  private ByteBuffer packetOut(int version, int headBytes) {
    int dataAt = dataAt(message);
    int dataBytes = message.capacity() - dataAt;
    ByteBuffer m = ByteBuffer.allocate(headBytes + dataBytes);
    m.put((byte) version).put((byte) 13).putShort((short) m.capacity()).putInt(xid());
    m.put(headBytes, message, dataAt, dataBytes);
    return m;
  }

  private static byte[] bytes(ByteBuffer message) {
    byte[] bytes = new byte[message.capacity()];
    message.get(0, bytes);
    return bytes;
  }

  /** The port at which the packet came in. */
  static int inPort(ByteBuffer packetIn) {
    return is10(packetIn) ? packetIn.getShort(14) : packetIn.getInt(32);
  }

  static long source(ByteBuffer packetIn) {
    return packetIn.getLong(dataAt(packetIn) + 4) & 0xffff_ffff_ffffL;
  }

  static long destination(ByteBuffer packetIn) {
    return packetIn.getLong(dataAt(packetIn)) >>> 16;
  }

  private static boolean is10(ByteBuffer message) {
    return message.get(0) == 1;
  }

  private static int dataAt(ByteBuffer packetIn) {
    return is10(packetIn) ? 18 : 24 + ((packetIn.getShort(26) + 7) & ~7) + 2;
  }
}
