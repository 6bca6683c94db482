package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * Writes PACKET_OUTs whose actions are OUTPUTs; the layout is in {@link PacketOutFlyweight}.
 * Stateless.
 */
public final class PacketOutEncoder {
  /** The out port that says: no action, so the switch drops the packet and frees its buffer. */
  public static final int DROP = 0;

  private PacketOutEncoder() {}

  /**
   * Bytes of a PACKET_OUT with one action and so many bytes of data; the most that {@link #encode}
   * writes.
   */
  public static int bytes(int version, int dataBytes) {
    return dataBytes
        + (version == OpenFlow.VERSION_10
            ? PacketOutFlyweight.ACTIONS_10 + Actions.OUTPUT_BYTES_10
            : PacketOutFlyweight.ACTIONS_13 + Actions.OUTPUT_BYTES_13);
  }

  /**
   * Writes one PACKET_OUT. The data is left out when the switch has the packet in a buffer.
   *
   * @param bufferId the switch's buffer, or {@link OpenFlow#NO_BUFFER}
   * @param inPort the port the packet came in by, or {@link OpenFlow#PORT_CONTROLLER} for a packet
   *     of ours
   * @param outPort the one port to send to, or {@link #DROP}
   * @return bytes written, or 0 and nothing written when it would be longer than {@link
   *     OpenFlow#MAX_MESSAGE_BYTES}
   */
  public static int encode(
      ByteBuffer out,
      int at,
      int version,
      int xid,
      int bufferId,
      int inPort,
      int outPort,
      ByteBuffer data,
      int dataOffset,
      int dataLength) {
    int dataBytes = bufferId == OpenFlow.NO_BUFFER ? dataLength : 0;
    int bytes;
    if (version == OpenFlow.VERSION_10) {
      int actionBytes = outPort == DROP ? 0 : Actions.OUTPUT_BYTES_10;
      bytes = PacketOutFlyweight.ACTIONS_10 + actionBytes + dataBytes;
      if (bytes > OpenFlow.MAX_MESSAGE_BYTES) {
        return 0;
      }
      out.putLong(
          at + PacketOutFlyweight.BUFFER_ID,
          ((long) bufferId << 32) | ((long) OpenFlow.port13To10(inPort) << 16) | actionBytes);
      if (actionBytes != 0) {
        out.putLong(at + PacketOutFlyweight.ACTIONS_10, Actions.output10(outPort));
      }
    } else {
      int actionBytes = outPort == DROP ? 0 : Actions.OUTPUT_BYTES_13;
      bytes = PacketOutFlyweight.ACTIONS_13 + actionBytes + dataBytes;
      if (bytes > OpenFlow.MAX_MESSAGE_BYTES) {
        return 0;
      }
      out.putLong(
          at + PacketOutFlyweight.BUFFER_ID, ((long) bufferId << 32) | (inPort & 0xffff_ffffL));
      out.putLong(at + PacketOutFlyweight.ACTIONS_LENGTH_13, (long) actionBytes << 48);
      if (actionBytes != 0) {
        Actions.encodeOutput13(out, at + PacketOutFlyweight.ACTIONS_13, outPort);
      }
    }
    out.putLong(at, Header.word(version, OpenFlow.PACKET_OUT, bytes, xid));
    if (dataBytes > 0) {
      out.put(at + bytes - dataBytes, data, dataOffset, dataBytes);
    }
    return bytes;
  }

  /** Bytes of a PACKET_OUT with so many actions and so many bytes of data. */
  public static int bytes(int version, int actionCount, int dataBytes) {
    return dataBytes
        + (version == OpenFlow.VERSION_10
            ? PacketOutFlyweight.ACTIONS_10 + actionCount * Actions.OUTPUT_BYTES_10
            : PacketOutFlyweight.ACTIONS_13 + actionCount * Actions.OUTPUT_BYTES_13);
  }

  /**
   * Writes one PACKET_OUT that sends to several ports.
   *
   * @param outPorts the first {@code count} of them are sent to; the in-port too
   * @return bytes written, or 0 and nothing written when it would be longer than {@link
   *     OpenFlow#MAX_MESSAGE_BYTES}
   * @see #encode(ByteBuffer, int, int, int, int, int, int, ByteBuffer, int, int)
   */
  public static int encode(
      ByteBuffer out,
      int at,
      int version,
      int xid,
      int bufferId,
      int inPort,
      int[] outPorts,
      int count,
      ByteBuffer data,
      int dataOffset,
      int dataLength) {
    int dataBytes = bufferId == OpenFlow.NO_BUFFER ? dataLength : 0;
    int bytes = bytes(version, count, dataBytes);
    if (bytes > OpenFlow.MAX_MESSAGE_BYTES) {
      return 0;
    }
    out.putLong(at, Header.word(version, OpenFlow.PACKET_OUT, bytes, xid));
    if (version == OpenFlow.VERSION_10) {
      out.putLong(
          at + PacketOutFlyweight.BUFFER_ID,
          ((long) bufferId << 32)
              | ((long) OpenFlow.port13To10(inPort) << 16)
              | ((long) count * Actions.OUTPUT_BYTES_10));
      for (int i = 0; i < count; i++) {
        out.putLong(
            at + PacketOutFlyweight.ACTIONS_10 + i * Actions.OUTPUT_BYTES_10,
            Actions.output10(outOrBack(outPorts[i], inPort)));
      }
    } else {
      out.putLong(
          at + PacketOutFlyweight.BUFFER_ID, ((long) bufferId << 32) | (inPort & 0xffff_ffffL));
      out.putLong(
          at + PacketOutFlyweight.ACTIONS_LENGTH_13,
          ((long) count * Actions.OUTPUT_BYTES_13) << 48);
      for (int i = 0; i < count; i++) {
        Actions.encodeOutput13(
            out,
            at + PacketOutFlyweight.ACTIONS_13 + i * Actions.OUTPUT_BYTES_13,
            outOrBack(outPorts[i], inPort));
      }
    }
    if (dataBytes > 0) {
      out.put(at + bytes - dataBytes, data, dataOffset, dataBytes);
    }
    return bytes;
  }

  /** A switch sends back by the in-port only when it is told so by name. */
  private static int outOrBack(int port, int inPort) {
    return port == inPort ? OpenFlow.PORT_IN_PORT : port;
  }
}
