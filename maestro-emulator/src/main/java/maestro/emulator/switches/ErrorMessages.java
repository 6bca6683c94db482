package maestro.emulator.switches;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import maestro.openflow.ErrorNames;
import maestro.openflow.OpenFlow;

/**
 * ERROR messages; the numbers are those of OpenFlow 1.0 and 1.3 where they agree.
 *
 * <pre>
 *  header 8 | type 2 | code 2 | the first bytes, at most 64, of what was wrong
 * </pre>
 */
public final class ErrorMessages {
  static final int HELLO_FAILED = 0;
  static final int INCOMPATIBLE = 0;

  static final int BAD_REQUEST = 1;
  static final int BAD_VERSION = 0;
  static final int BAD_TYPE = 1;
  static final int BAD_STATISTICS = 2;
  static final int BAD_EXPERIMENTER = 3;
  static final int BAD_SUBTYPE = 4;
  static final int BAD_LENGTH = 6;
  static final int IS_SLAVE_10 = 5;
  static final int IS_SLAVE_13 = 10;

  static final int ROLE_REQUEST_FAILED_13 = 11;
  static final int STALE = 0;

  /** How much of an ERROR is worth keeping to describe it. */
  static final int MOST_DESCRIBED_BYTES = 212;

  private static final int TYPE = 8;
  private static final int DATA = 12;
  private static final int MOST_QUOTED_BYTES = 64;
  private static final int MOST_TEXT_BYTES = MOST_DESCRIBED_BYTES - DATA;

  private ErrorMessages() {}

  /**
   * Appends the last ERROR of a controller to a line about its lost connection.
   *
   * @param error empty when there was none
   */
  public static String after(String error) {
    return error.isEmpty() ? "" : ", after it had sent " + error;
  }

  /**
   * Appends the last ERROR of a switch instead.
   *
   * @param error empty when there was none
   * @param aboutType of the message that it refused
   */
  static String afterOwn(String error, int aboutType) {
    String refused = ", after the switch had refused its message of type ";
    return error.isEmpty() ? "" : refused + aboutType + " with " + error;
  }

  /** An ERROR of {@code version} about the message in {@code [at, at + lengthBytes)}. */
  public static byte[] about(
      int version, int type, int code, ByteBuffer b, int at, int lengthBytes) {
    int quotedBytes = Math.min(lengthBytes, MOST_QUOTED_BYTES);
    byte[] message = new byte[12 + quotedBytes];
    ByteBuffer.wrap(message)
        .put((byte) version)
        .put((byte) OpenFlow.ERROR)
        .putShort((short) message.length)
        .putInt(b.getInt(at + 4))
        .putShort((short) type)
        .putShort((short) code);
    b.get(at, message, 12, quotedBytes);
    return message;
  }

  /** The text of an ERROR from the other side, for people. */
  static String describe(ByteBuffer b, int at, int lengthBytes) {
    String names = ErrorNames.of(b, at, lengthBytes);
    if (lengthBytes <= DATA || b.getShort(at + TYPE) != HELLO_FAILED) {
      return names;
    }
    byte[] data = new byte[Math.min(MOST_TEXT_BYTES, lengthBytes - DATA)];
    b.get(at + DATA, data);
    String text = new String(data, ISO_8859_1).strip();
    boolean isText = !text.isEmpty() && PrintableText.is(text);
    return names + (isText ? ": " + text : "");
  }
}
