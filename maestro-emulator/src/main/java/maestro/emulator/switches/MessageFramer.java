package maestro.emulator.switches;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import maestro.openflow.OpenFlow;

/**
 * Cuts OpenFlow messages off the stream of one connection.
 *
 * <p>Many connections of one thread share a buffer. For each read:
 *
 * <ol>
 *   <li>{@link #read} puts the incomplete message of the last read into the buffer, and reads once
 *       behind it.
 *   <li>{@link #wholeBytes} returns the length of the message at an offset. The caller handles it
 *       and goes on behind it, until the result is not positive.
 *   <li>{@link #keep} copies the incomplete message at the end out of the buffer.
 * </ol>
 *
 * <p>Confined to one thread. Allocates only for the first incomplete message of more than two
 * kilobytes.
 */
public final class MessageFramer {
  /** The result of {@link #wholeBytes} for a message that is incomplete. */
  public static final int BEGUN = 0;

  /** The result of {@link #wholeBytes} for bytes that are not OpenFlow. */
  public static final int NOT_OPENFLOW = -1;

  private static final int USUAL_BYTES = 2048;
  private static final int LAST_VERSION = 6;

  /** CONTROLLER_STATUS of OpenFlow 1.5. */
  private static final int LAST_TYPE = 35;

  private ByteBuffer begun = ByteBuffer.allocateDirect(USUAL_BYTES);
  private int begunBytes;

  /**
   * The length of a message. A header of an unknown version is OpenFlow when its type is known: in
   * the first message HELLO, afterwards any. So a switch can answer what it does not speak, and
   * text or TLS does not look like a long message.
   *
   * @param at the offset of its header
   * @param end the end of the bytes that were read
   * @param greeted whether the other side's HELLO was taken
   * @return the length in bytes, {@link #BEGUN} when it ends after {@code end}, or {@link
   *     #NOT_OPENFLOW} when its header claims fewer than 8 bytes, or is none
   */
  public static int wholeBytes(ByteBuffer in, int at, int end, boolean greeted) {
    if (end - at < OpenFlow.HEADER_BYTES) {
      return BEGUN;
    }
    long header = in.getLong(at);
    int lengthBytes = (int) (header >>> 32) & 0xffff;
    if (lengthBytes < OpenFlow.HEADER_BYTES || !isKnown(header, greeted)) {
      return NOT_OPENFLOW;
    }
    return end - at < lengthBytes ? BEGUN : lengthBytes;
  }

  private static boolean isKnown(long header, boolean greeted) {
    int version = (int) (header >>> 56);
    int type = (int) (header >>> 48) & 0xff;
    return (version > 0 && version <= LAST_VERSION)
        || type <= (greeted ? LAST_TYPE : OpenFlow.HELLO);
  }

  /**
   * Reads once, behind the incomplete message of the last read.
   *
   * @param in the caller's until its next read; has room for {@code mostBytes} and a message
   * @param mostBytes the most bytes to read
   * @return the end of the bytes, which begin at 0; −1 at the end of the stream
   */
  public int read(ReadableByteChannel channel, ByteBuffer in, int mostBytes) throws IOException {
    if (begunBytes > 0) {
      in.put(0, begun, 0, begunBytes);
    }
    in.limit(begunBytes + mostBytes).position(begunBytes);
    int readBytes = channel.read(in);
    return readBytes < 0 ? -1 : begunBytes + readBytes;
  }

  /** Keeps the bytes from {@code from} to {@code to} for the next read: at most one message. */
  public void keep(ByteBuffer in, int from, int to) {
    begunBytes = to - from;
    if (begunBytes > begun.capacity()) {
      begun = ByteBuffer.allocateDirect(OpenFlow.MAX_MESSAGE_BYTES);
    }
    if (begunBytes > 0) {
      begun.put(0, in, from, begunBytes);
    }
  }
}
