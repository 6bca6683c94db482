package maestro.entries;

import java.util.ArrayDeque;
import java.util.Arrays;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The waiting messages that change a switch's entries. It cuts them into pieces, each with a
 * barrier at its end. So they do not flood the switch, and other messages get through between
 * pieces.
 *
 * <p>On the event thread.
 */
final class Outgoing {
  static final int PIECE_MESSAGES = 256;

  /**
   * With the longest message and the barrier, a piece stays below 128 KiB, the least size of a
   * buffer.
   */
  private static final int PIECE_BYTES = 32 * 1024;

  private final ArrayDeque<byte[]> chunks = new ArrayDeque<>(1);
  private int offset;
  private int waitingBytes;

  /** Adds whole messages, one behind the other. */
  void add(byte[] messages) {
    if (messages.length > 0) {
      chunks.add(messages);
      waitingBytes += messages.length;
    }
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** The bytes that wait. */
  int waitingBytes() {
    return waitingBytes;
  }

  void clear() {
    chunks.clear();
    offset = 0;
    waitingBytes = 0;
  }

  /** Takes the next piece, with a barrier with this transaction id at its end. */
  byte[] take(int version, int barrierXid) {
    byte[] piece = new byte[0];
    int messages = 0;
    while (!chunks.isEmpty() && messages < PIECE_MESSAGES && piece.length < PIECE_BYTES) {
      byte[] chunk = chunks.peek();
      int end = offset;
      while (end < chunk.length
          && messages < PIECE_MESSAGES
          && piece.length + end - offset < PIECE_BYTES) {
        end += ((chunk[end + 2] & 0xff) << 8) | (chunk[end + 3] & 0xff);
        messages++;
      }
      piece = append(piece, chunk, offset, end);
      waitingBytes -= end - offset;
      offset = end;
      if (offset == chunk.length) {
        chunks.remove();
        offset = 0;
      }
    }
    byte[] barrier = Header.alone(version, OpenFlow.barrierRequest(version), barrierXid);
    return append(piece, barrier, 0, barrier.length);
  }

  private static byte[] append(byte[] piece, byte[] from, int begin, int end) {
    byte[] longer = Arrays.copyOf(piece, piece.length + end - begin);
    System.arraycopy(from, begin, longer, piece.length, end - begin);
    return longer;
  }
}
