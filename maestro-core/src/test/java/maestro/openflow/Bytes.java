package maestro.openflow;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Buffers that throw as soon as a byte outside the message is read, and hexadecimal to fill them.
 */
public final class Bytes {
  private Bytes() {}

  /** The bytes written in hexadecimal; blanks are for the reader. */
  public static byte[] of(String hex) {
    return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
  }

  /** A heap buffer of exactly these bytes. */
  static ByteBuffer hex(String hex) {
    return ByteBuffer.wrap(of(hex));
  }

  /** A direct buffer of exactly these bytes. */
  static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
  }

  public static byte[] copy(ByteBuffer buffer, int at, int length) {
    byte[] bytes = new byte[length];
    buffer.get(at, bytes);
    return bytes;
  }

  static String toHex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** Writes the message's own length into its header. */
  static byte[] withHonestLength(byte[] message) {
    if (message.length >= OpenFlow.HEADER_BYTES) {
      ByteBuffer.wrap(message).putShort(Header.LENGTH, (short) message.length);
    }
    return message;
  }
}
