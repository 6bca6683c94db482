package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * Writes PACKET_INs, for emulated switches; the layout is in {@link PacketInFlyweight}. Stateless.
 */
public final class PacketInEncoder {
  private PacketInEncoder() {}

  /** Bytes of a PACKET_IN with {@code dataBytes} of data. */
  public static int bytes(int version, int dataBytes) {
    return dataBytes
        + (version == OpenFlow.VERSION_10 ? PacketInFlyweight.DATA_10 : PacketInFlyweight.DATA_13);
  }

  /**
   * Writes one PACKET_IN; in 1.3 from table 0, with a match of in_port alone.
   *
   * @param totalLength bytes of the whole packet, at least {@code dataLength}
   * @param cookie left out in 1.0
   * @return bytes written, or 0 and nothing written when it would be longer than {@link
   *     OpenFlow#MAX_MESSAGE_BYTES}
   */
  public static int encode(
      ByteBuffer out,
      int at,
      int version,
      int xid,
      int bufferId,
      int totalLength,
      int inPort,
      int reason,
      long cookie,
      ByteBuffer data,
      int dataOffset,
      int dataLength) {
    int bytes = bytes(version, dataLength);
    if (bytes > OpenFlow.MAX_MESSAGE_BYTES) {
      return 0;
    }
    out.putLong(at, Header.word(version, OpenFlow.PACKET_IN, bytes, xid));
    long bufferAndLength = ((long) bufferId << 32) | ((totalLength & 0xffffL) << 16);
    if (version == OpenFlow.VERSION_10) {
      out.putLong(at + PacketInFlyweight.BUFFER_ID, bufferAndLength | OpenFlow.port13To10(inPort));
      out.putShort(at + PacketInFlyweight.REASON_10, (short) (reason << 8));
    } else {
      out.putLong(at + PacketInFlyweight.BUFFER_ID, bufferAndLength | ((reason & 0xffL) << 8));
      out.putLong(at + PacketInFlyweight.COOKIE_13, cookie);
      out.putLong(at + PacketInFlyweight.MATCH_13, PacketInFlyweight.MATCH_IN_PORT_ALONE);
      out.putLong(at + PacketInFlyweight.IN_PORT_13, (long) inPort << 32);
      out.putShort(at + PacketInFlyweight.IN_PORT_13 + 8, (short) 0);
    }
    if (dataLength > 0) {
      out.put(at + bytes - dataLength, data, dataOffset, dataLength);
    }
    return bytes;
  }
}
