package maestro.control;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes lines in the text formats of Prometheus and OpenMetrics, which have samples and comments
 * in common. Names and labels come as they are written, in UTF-8: thousands of samples have the
 * same ones, which are encoded once. Used by one thread; {@link #clear} begins anew in the same
 * memory.
 *
 * @see <a href="https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md">
 *     the format</a>
 */
final class MetricText {
  /** No labels. */
  static final byte[] NONE = {};

  private static final int FIRST_BYTES = 16 * 1024;

  /** Nine decimals: a nanosecond is exact in seconds. */
  private static final long PARTS = 1_000_000_000;

  private static final int DECIMALS = 9;

  /** From here on a double has no decimals. */
  private static final double MOST_WHOLE = 1L << 53;

  /** More than the characters of a value and its end. */
  private static final int MOST_VALUE_BYTES = 32;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** Forgets all. */
  void clear() {
    length = 0;
  }

  /**
   * Labels as samples have them.
   *
   * @param labels name, value, name, value
   */
  static byte[] labels(String... labels) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < labels.length; i += 2) {
      if (i > 0) {
        text.append(',');
      }
      String value = labels[i + 1].replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
      text.append(labels[i]).append("=\"").append(value).append('"');
    }
    return utf8(text.toString());
  }

  /** A text as {@link #add} takes it. */
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A line that says something of a metric, such as its type or its help, in one line. */
  void comment(String keyword, String metric, String content) {
    add(utf8("# " + keyword + ' ' + metric + ' ' + content + '\n'));
  }

  /**
   * Begins a sample; its value follows.
   *
   * @param labels as {@link #labels} makes them
   * @param more the same, after them
   */
  MetricText sample(byte[] name, byte[] labels, byte[] more) {
    add(name);
    if (labels.length + more.length > 0) {
      add('{');
      add(labels);
      if (labels.length > 0 && more.length > 0) {
        add(',');
      }
      add(more);
      add('}');
    }
    add(' ');
    return this;
  }

  /** Ends a sample with a whole number. */
  void integer(long value) {
    if (value >= 0) {
      makeRoom(MOST_VALUE_BYTES);
      whole(value);
    } else {
      add(utf8(Long.toString(value)));
    }
    add('\n');
  }

  /**
   * Ends a sample with a number: with at most nine decimals, which is faster than to find the
   * shortest text for a double.
   */
  void value(double value) {
    if (Math.abs(value) < MOST_WHOLE) {
      makeRoom(MOST_VALUE_BYTES);
      decimals(value);
    } else if (Math.abs(value) <= Double.MAX_VALUE) {
      add(utf8(Double.toString(value)));
    } else {
      add(utf8(Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"));
    }
    add('\n');
  }

  private void decimals(double value) {
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

  private void add(char ascii) {
    makeRoom(1);
    bytes[length++] = (byte) ascii;
  }

  /** Adds text in UTF-8. */
  void add(byte[] text) {
    makeRoom(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  private void makeRoom(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
  }

  /** A copy of all, in UTF-8. */
  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
