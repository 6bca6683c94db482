package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * Writes PACKET_OUTs whose actions are OUTPUTs, or a given list; the layout is in {@link
 * PacketOutFlyweight}. Stateless.
 */
public final class PacketOutEncoder {
  /** The out port that means no action: the switch drops the packet and frees its buffer. */
  public static final int DROP = OpenFlow.PORT_ANY;

  private PacketOutEncoder() {}

  /**
   * Bytes of a PACKET_OUT with one action and {@code dataBytes} of data; the most that {@link
   * #encode} writes.
   */
  public static int bytes(int version, int dataBytes) {
    return bytes(version, 1, dataBytes);
  }

  /**
   * Writes one PACKET_OUT. The data is left out when the switch has the packet in a buffer.
   *
   * @param bufferId the switch's buffer, or {@link OpenFlow#NO_BUFFER}
   * @param inPort the port the packet came in by, or {@link OpenFlow#PORT_CONTROLLER} for a packet
   *     that the controller made
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
    int count = outPort == DROP ? 0 : 1;
    int dataBytes = bufferId == OpenFlow.NO_BUFFER ? dataLength : 0;
    int bytes = begin(out, at, version, xid, bufferId, inPort, count, dataBytes);
    if (bytes > 0) {
      if (count > 0) {
        action(out, at, version, 0, outPort);
      }
      end(out, at + bytes, data, dataOffset, dataBytes);
    }
    return bytes;
  }

  /** Bytes of a PACKET_OUT with {@code actionCount} OUTPUTs and {@code dataBytes} of data. */
  public static int bytes(int version, int actionCount, int dataBytes) {
    return dataBytes
        + (version == OpenFlow.VERSION_10
            ? PacketOutFlyweight.ACTIONS_10 + actionCount * Actions.OUTPUT_BYTES_10
            : PacketOutFlyweight.ACTIONS_13 + actionCount * Actions.OUTPUT_BYTES_13);
  }

  /**
   * Writes one PACKET_OUT that sends to several ports.
   *
   * @param outPorts the packet goes to the first {@code count} of them, which may include the
   *     in-port
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
    int bytes = begin(out, at, version, xid, bufferId, inPort, count, dataBytes);
    if (bytes > 0) {
      for (int i = 0; i < count; i++) {
        action(out, at, version, i, outOrBack(outPorts[i], inPort));
      }
      end(out, at + bytes, data, dataOffset, dataBytes);
    }
    return bytes;
  }

  /** Bytes of a PACKET_OUT with a list of actions and {@code dataBytes} of data. */
  public static int bytes(int version, ActionList actions, int dataBytes) {
    return bytes(version, 0, dataBytes) + actions.bytes(version);
  }

  /**
   * Writes one PACKET_OUT with a list of actions.
   *
   * @param actions may be empty: the switch drops the packet and frees its buffer
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
      ActionList actions,
      ByteBuffer data,
      int dataOffset,
      int dataLength) {
    int dataBytes = bufferId == OpenFlow.NO_BUFFER ? dataLength : 0;
    int bytes = bytes(version, actions, dataBytes);
    if (bytes > OpenFlow.MAX_MESSAGE_BYTES) {
      return 0;
    }
    head(out, at, version, xid, bufferId, inPort, actions.bytes(version), bytes);
    actions.encode(out, at + bytes(version, 0, 0), version);
    end(out, at + bytes, data, dataOffset, dataBytes);
    return bytes;
  }

  /**
   * Writes the fields before the actions. Returns the message's length in bytes, or 0 when it would
   * be too long.
   */
  private static int begin(
      ByteBuffer out,
      int at,
      int version,
      int xid,
      int bufferId,
      int inPort,
      int actionCount,
      int dataBytes) {
    int bytes = bytes(version, actionCount, dataBytes);
    if (bytes > OpenFlow.MAX_MESSAGE_BYTES) {
      return 0;
    }
    int actionBytes = bytes(version, actionCount, 0) - bytes(version, 0, 0);
    head(out, at, version, xid, bufferId, inPort, actionBytes, bytes);
    return bytes;
  }

  private static void head(
      ByteBuffer out,
      int at,
      int version,
      int xid,
      int bufferId,
      int inPort,
      long actionBytes,
      int bytes) {
    out.putLong(at, Header.word(version, OpenFlow.PACKET_OUT, bytes, xid));
    long buffer = (long) bufferId << 32;
    if (version == OpenFlow.VERSION_10) {
      // A controller's own packet has no in-port in 1.0, which calls that OFPP_NONE.
      int given = inPort == OpenFlow.PORT_CONTROLLER ? OpenFlow.PORT_ANY : inPort;
      long port = (long) OpenFlow.port13To10(given) << 16;
      out.putLong(at + PacketOutFlyweight.BUFFER_ID, buffer | port | actionBytes);
    } else {
      out.putLong(at + PacketOutFlyweight.BUFFER_ID, buffer | (inPort & 0xffff_ffffL));
      out.putLong(at + PacketOutFlyweight.ACTIONS_LENGTH_13, actionBytes << 48);
    }
  }

  private static void action(ByteBuffer out, int at, int version, int index, int port) {
    if (version == OpenFlow.VERSION_10) {
      out.putLong(
          at + PacketOutFlyweight.ACTIONS_10 + index * Actions.OUTPUT_BYTES_10,
          Actions.output10(port));
    } else {
      Actions.encodeOutput13(
          out, at + PacketOutFlyweight.ACTIONS_13 + index * Actions.OUTPUT_BYTES_13, port);
    }
  }

  private static void end(ByteBuffer out, int end, ByteBuffer data, int dataOffset, int dataBytes) {
    if (dataBytes > 0) {
      out.put(end - dataBytes, data, dataOffset, dataBytes);
    }
  }

  /** Replaces the in-port by IN_PORT: a switch sends back only to that name. */
  private static int outOrBack(int port, int inPort) {
    return port == inPort ? OpenFlow.PORT_IN_PORT : port;
  }
}
