package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * The eight bytes that start every message.
 *
 * <pre>
 *  0         1      2        4        8
 *  | version | type | length |  xid   |
 * </pre>
 *
 * <p>Length counts the header. Stateless; the caller guarantees that the eight bytes are there.
 */
public final class Header {
  static final int VERSION = 0;
  static final int TYPE = 1;
  static final int LENGTH = 2;
  static final int XID = 4;

  private Header() {}

  /** The version number on the wire, 0..255, supported or not. */
  public static int version(ByteBuffer b, int at) {
    return b.get(at + VERSION) & 0xff;
  }

  /** The message type, 0..255. */
  public static int type(ByteBuffer b, int at) {
    return b.get(at + TYPE) & 0xff;
  }

  /** The length in bytes that the message claims to have, 0..65535; less than 8 is malformed. */
  public static int length(ByteBuffer b, int at) {
    return b.getShort(at + LENGTH) & 0xffff;
  }

  public static int xid(ByteBuffer b, int at) {
    return b.getInt(at + XID);
  }

  /**
   * Writes the eight bytes.
   *
   * @param length bytes of the whole message, 8..65535
   */
  public static void encode(ByteBuffer b, int at, int version, int type, int length, int xid) {
    b.putLong(at, word(version, type, length, xid));
  }

  /** A message that is only a header, such as ECHO_REQUEST. */
  public static byte[] alone(int version, int type, int xid) {
    byte[] message = new byte[OpenFlow.HEADER_BYTES];
    encode(ByteBuffer.wrap(message), 0, version, type, message.length, xid);
    return message;
  }

  /** The header as one big-endian word. */
  public static long word(int version, int type, int length, int xid) {
    return ((long) ((version << 24) | (type << 16) | length) << 32) | (xid & 0xffff_ffffL);
  }

  /** Whether the header at {@code at} has this type and exactly this length. */
  public static boolean frames(ByteBuffer b, int at, int length, int type) {
    return length >= OpenFlow.HEADER_BYTES && frames(b.getLong(at), length, type);
  }

  /** The same for the eight bytes as one big-endian {@link #word}. */
  static boolean frames(long word, int length, int type) {
    return ((int) (word >>> 32) & 0xff_ffff) == ((type << 16) | length);
  }

  /** The version number in a {@link #word}. */
  static int version(long word) {
    return (int) (word >>> 56);
  }

  /** Sets the transaction id of the message that begins at {@code at}. */
  public static void setXid(ByteBuffer b, int at, int xid) {
    b.putInt(at + XID, xid);
  }
}
