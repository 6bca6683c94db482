package maestro.openflow.entry;

import java.nio.ByteBuffer;

/**
 * The layout of a parsed message: its length and the words that determine where its fields are,
 * such as the type and length of each field. A message of the same length with the same words at
 * the same places has the same layout, so it need not be parsed again.
 *
 * <p>A controller answers most requests with messages of one form. Confined to one thread;
 * allocates nothing after construction.
 */
final class MessageForm {
  private static final int MOST_WORDS = 16;
  private static final int UNKNOWN = -1;

  private final int[] offsets = new int[MOST_WORDS];
  private final int[] words = new int[MOST_WORDS];
  private int count;
  private int length = UNKNOWN;

  /** Discards the form, before another message is parsed. */
  void begin() {
    length = UNKNOWN;
    count = 0;
  }

  /**
   * Notes a word that determines the layout.
   *
   * @param offset from the beginning of the message
   * @param word four bytes, big endian
   */
  void note(int offset, int word) {
    if (count < MOST_WORDS) {
      offsets[count] = offset;
      words[count] = word;
    }
    count++;
  }

  /** Ends a successful parse; a form of too many words is not kept. */
  void end(int lengthBytes) {
    length = count <= MOST_WORDS ? lengthBytes : UNKNOWN;
  }

  /** Whether the message in {@code [at, at + lengthBytes)} has this form. */
  boolean fits(ByteBuffer b, int at, int lengthBytes) {
    if (lengthBytes != length) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (b.getInt(at + offsets[i]) != words[i]) {
        return false;
      }
    }
    return true;
  }
}
