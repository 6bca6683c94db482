package maestro.control;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text in UTF-8 that grows. What many texts have in common is encoded once and added as it is. Used
 * by one thread; {@link #clear} begins anew in the same memory.
 */
class Utf8Text {
  private static final int FIRST_BYTES = 16 * 1024;

  /** Nine decimals: a nanosecond is exact in seconds. */
  private static final long PARTS = 1_000_000_000;

  private static final int DECIMALS = 9;

  /** More than the characters of a number. */
  private static final int MOST_NUMBER_BYTES = 32;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** Forgets all. */
  final void clear() {
    length = 0;
  }

  /** A text as {@link #add} takes it. */
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Adds a whole number. */
  final void addInteger(long value) {
    if (value >= 0) {
      makeRoom(MOST_NUMBER_BYTES);
      whole(value);
    } else {
      add(utf8(Long.toString(value)));
    }
  }

  /**
   * Adds a number with at most nine decimals, and at least one, which is faster than to find the
   * shortest text for a double.
   *
   * @param value of less than 2^53
   */
  final void addDecimal(double value) {
    makeRoom(MOST_NUMBER_BYTES);
    double size = Math.abs(value);
    long whole = (long) size;
    long parts = Math.round((size - whole) * PARTS);
    if (parts == PARTS) {
      whole++;
      parts = 0;
    }
    if (value < 0 && whole + parts > 0) {
      bytes[length++] = '-';
    }
    whole(whole);
    bytes[length++] = '.';
    length += DECIMALS;
    int rest = (int) parts;
    for (int i = 1; i <= DECIMALS; i++) {
      bytes[length - i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    int first = length - DECIMALS; // one decimal at least, none that is a 0 at the end
    while (length - 1 > first && bytes[length - 1] == '0') {
      length--;
    }
  }

  /** The digits of a number that is not negative. There is room. */
  private void whole(long value) {
    int digits = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      digits++;
    }
    length += digits;
    long rest = value;
    for (int i = 1; i <= digits; i++) {
      bytes[length - i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** Adds a character of ASCII. */
  final void add(char ascii) {
    makeRoom(1);
    bytes[length++] = (byte) ascii;
  }

  /** Adds text in UTF-8. */
  final void add(byte[] text) {
    makeRoom(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  private void makeRoom(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
  }

  /** The last byte; 0 when there is none. */
  final byte last() {
    return length == 0 ? 0 : bytes[length - 1];
  }

  /** A copy of all, in UTF-8. */
  final byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public final String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
