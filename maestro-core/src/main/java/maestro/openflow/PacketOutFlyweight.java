package maestro.openflow;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;

/**
 * A PACKET_OUT over its bytes.
 *
 * <pre>
 *  1.0   8           12        14            16
 *        | buffer_id | in_port | actions_len | actions … | data …
 *  1.3   8           12        16            18      24
 *        | buffer_id | in_port | actions_len | zeros | actions … | data …
 * </pre>
 *
 * <p>Confined to one thread; the bytes must stay unchanged while it is read.
 */
public final class PacketOutFlyweight {
  static final int BUFFER_ID = 8;
  static final int IN_PORT = 12;
  public static final int ACTIONS_LENGTH_10 = 14;
  public static final int ACTIONS_10 = 16;
  public static final int ACTIONS_LENGTH_13 = 16;
  public static final int ACTIONS_13 = 24;

  private ByteBuffer buffer;
  private int at;
  private int end;
  private int version;
  private int inPort;
  private int outputPort;
  private int dataOffset;

  /**
   * Wraps the message in {@code [at, at + length)}.
   *
   * @return false when it is no well-formed PACKET_OUT of 1.0 or 1.3
   */
  @Initializer
  public boolean wrap(ByteBuffer b, int at, int length) {
    this.buffer = b;
    if (!Header.frames(b, at, length, OpenFlow.PACKET_OUT)) {
      return false;
    }
    this.at = at;
    this.end = at + length;
    this.version = Header.version(b, at);
    if (version == OpenFlow.VERSION_13) {
      return length >= ACTIONS_13 && wrap13();
    }
    return version == OpenFlow.VERSION_10 && length >= ACTIONS_10 && wrap10();
  }

  private boolean wrap10() {
    int actions = at + ACTIONS_10;
    dataOffset = actions + (buffer.getShort(at + ACTIONS_LENGTH_10) & 0xffff);
    if (dataOffset > end) {
      return false;
    }
    int output = Actions.firstOutput(buffer, actions, dataOffset, Actions.OUTPUT_BYTES_10);
    if (output == Actions.MALFORMED) {
      return false;
    }
    inPort = OpenFlow.port10To13(buffer.getShort(at + IN_PORT));
    outputPort = output == Actions.NONE ? -1 : Actions.outputPort10(buffer, output);
    return true;
  }

  private boolean wrap13() {
    int actions = at + ACTIONS_13;
    dataOffset = actions + (buffer.getShort(at + ACTIONS_LENGTH_13) & 0xffff);
    if (dataOffset > end) {
      return false;
    }
    int output = Actions.firstOutput(buffer, actions, dataOffset, Actions.OUTPUT_BYTES_13);
    if (output == Actions.MALFORMED) {
      return false;
    }
    inPort = buffer.getInt(at + IN_PORT);
    outputPort = output == Actions.NONE ? -1 : Actions.outputPort13(buffer, output);
    return true;
  }

  public int version() {
    return version;
  }

  int xid() {
    return Header.xid(buffer, at);
  }

  /** The switch's buffer that holds the packet, or {@link OpenFlow#NO_BUFFER}. */
  public int bufferId() {
    return buffer.getInt(at + BUFFER_ID);
  }

  /** The port the packet came in by, as a 32-bit number in both versions. */
  public int inPort() {
    return inPort;
  }

  /**
   * The port of the first OUTPUT action, as a 32-bit number in both versions; -1 when there is
   * none.
   */
  public int outputPort() {
    return outputPort;
  }

  /** Where the packet begins, absolute in the buffer. */
  public int dataOffset() {
    return dataOffset;
  }

  /** Bytes of the packet in the message; 0 when the switch has it in a buffer. */
  public int dataLength() {
    return end - dataOffset;
  }
}
