package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * Lists of actions, of which Maestro reads only OUTPUT.
 *
 * <pre>
 *  1.0   0          2            4        6          8
 *        | type = 0 | length = 8 | port   | max_len  |
 *        0           2             4      6       12       16
 *        | type = 11 | length = 16 | port | zeros | queue |
 *  1.3   0          2             4       8         10        16
 *        | type = 0 | length = 16 | port  | max_len | zeros   |
 * </pre>
 *
 * <p>Stateless.
 */
public final class Actions {
  public static final int OUTPUT_BYTES_10 = 8;
  public static final int OUTPUT_BYTES_13 = 16;
  static final int ENQUEUE_BYTES_10 = 16;

  /** The offset that means that the list has no OUTPUT. */
  public static final int NONE = -1;

  /** The offset that means that an action is cut off or has a wrong length. */
  public static final int MALFORMED = -2;

  private static final int OUTPUT = 0;
  private static final short FLOOD_10 = (short) 0xfffb;
  private static final int NO_PORT_10 = 0xffff;
  private static final int HEADER_BYTES = 4;
  private static final int UNIT_BYTES = 8;

  /** The max_len of an OUTPUT: the controller gets whole packets; other ports ignore it. */
  private static final int MAX_LEN = 0xffff;

  private Actions() {}

  /** A 1.0 OUTPUT action as one word. */
  public static long output10(int port) {
    return 0x0000_0008_0000_0000L | ((long) OpenFlow.port13To10(port) << 16) | MAX_LEN;
  }

  /** Writes a 1.3 OUTPUT action. */
  public static void encodeOutput13(ByteBuffer out, int at, int port) {
    out.putLong(at, 0x0000_0010_0000_0000L | (port & 0xffff_ffffL));
    out.putLong(at + 8, (long) MAX_LEN << 48);
  }

  /** Whether a 1.0 port can have queues: physical ports and IN_PORT. */
  static boolean hasQueues10(int port) {
    return (port >= 0 && OpenFlow.port13To10(port) != NO_PORT_10) || port == OpenFlow.PORT_IN_PORT;
  }

  /** Writes a 1.0 ENQUEUE action. */
  static void encodeEnqueue10(ByteBuffer out, int at, int port, int queue) {
    out.putLong(at, 0x000b_0010_0000_0000L | ((long) OpenFlow.port13To10(port) << 16));
    out.putLong(at + 8, queue & 0xffff_ffffL);
  }

  /**
   * The offset of the first OUTPUT action in the list {@code [at, end)}, or {@link #NONE} or {@link
   * #MALFORMED}. Checks the whole list.
   */
  public static int firstOutput(ByteBuffer b, int at, int end, int outputBytes) {
    int first = NONE;
    int action = at;
    while (action < end) {
      if (end - action < UNIT_BYTES) {
        return MALFORMED;
      }
      int typeAndLength = b.getInt(action);
      int length = typeAndLength & 0xffff;
      if (length < UNIT_BYTES || length % UNIT_BYTES != 0 || length > end - action) {
        return MALFORMED;
      }
      if (typeAndLength >>> 16 == OUTPUT) {
        if (length != outputBytes) {
          return MALFORMED;
        }
        first = first == NONE ? action : first;
      }
      action += length;
    }
    return first;
  }

  /** The port of a 1.0 OUTPUT action as a 32-bit number. */
  public static int outputPort10(ByteBuffer b, int action) {
    return OpenFlow.port10To13(b.getShort(action + HEADER_BYTES));
  }

  /** Whether an action of at least 8 bytes is an OUTPUT to FLOOD. */
  public static boolean isFlood(ByteBuffer b, int action, int version) {
    return b.getShort(action) == OUTPUT
        && (version == OpenFlow.VERSION_10
            ? b.getShort(action + HEADER_BYTES) == FLOOD_10
            : b.getInt(action + HEADER_BYTES) == OpenFlow.PORT_FLOOD);
  }

  /** The length of an action in bytes, as it says. */
  public static int length(ByteBuffer b, int action) {
    return b.getShort(action + 2) & 0xffff;
  }

  /** The port of a 1.3 OUTPUT action. */
  public static int outputPort13(ByteBuffer b, int action) {
    return b.getInt(action + HEADER_BYTES);
  }
}
