package maestro.control.rest;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text in UTF-8 that grows. What many texts have in common is encoded once and added as it is. Used
 * by one thread; {@link #clear} begins anew in the same memory.
 */
public abstract class Utf8Text {
  private static final int FIRST_BYTES = 16 * 1024;

  /** How many parts a whole has by the number of decimals. */
  private static final long[] PARTS = {
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
  };

  /** A double of fewer parts is precise enough to tell each from the next. */
  private static final double MOST_PARTS = 1L << 52;

  /** From here on a double has no decimals. */
  private static final double MOST_WHOLE = 1L << 53;

  /** More than the characters of a number. */
  private static final int MOST_NUMBER_BYTES = 32;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** Forgets all. */
  public final void clear() {
    length = 0;
  }

  /** A text as {@link #add} takes it. */
  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Adds a whole number. */
  public final void addInteger(long value) {
    if (value >= 0) {
      makeRoom(MOST_NUMBER_BYTES);
      whole(value);
    } else {
      add(utf8(Long.toString(value)));
    }
  }

  /**
   * Adds a number, which is faster than to find the shortest text for a double. It has one decimal
   * at least, and none that is a 0 behind that. From 2^53 on it has an exponent.
   *
   * @param decimals the most decimals, 1 to 9
   */
  public final void addDecimal(double value, int decimals) {
    double size = Math.abs(value);
    if (size * PARTS[decimals] < MOST_PARTS) {
      addParts(value < 0, size, decimals);
    } else if (size < MOST_WHOLE) {
      add(utf8(shortest(value, decimals)));
    } else if (Double.isFinite(value)) {
      add(utf8(Double.toString(value)));
    } else {
      addNotFinite(value);
    }
  }

  /** Adds NaN or an infinite number, as the format has it. */
  public abstract void addNotFinite(double value);

  /** The text of a number of which the last decimals are below the precision of a double. */
  private static String shortest(double value, int decimals) {
    BigDecimal rounded =
        BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN).stripTrailingZeros();
    return rounded.setScale(Math.max(1, rounded.scale())).toPlainString();
  }

  private void addParts(boolean isNegative, double size, int decimals) {
    makeRoom(MOST_NUMBER_BYTES);
    long whole = (long) size;
    long parts = Math.round((size - whole) * PARTS[decimals]);
    if (parts == PARTS[decimals]) {
      whole++;
      parts = 0;
    }
    if (isNegative && whole + parts > 0) {
      bytes[length++] = '-';
    }
    whole(whole);
    bytes[length++] = '.';
    length += decimals;
    int rest = (int) parts;
    for (int i = 1; i <= decimals; i++) {
      bytes[length - i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    int first = length - decimals;
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
  public final void add(char ascii) {
    makeRoom(1);
    bytes[length++] = (byte) ascii;
  }

  /** Adds text in UTF-8. */
  public final void add(byte[] text) {
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
  public final byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public final String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
