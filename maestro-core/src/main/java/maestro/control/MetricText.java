package maestro.control;

/**
 * Writes lines in the text formats of Prometheus and OpenMetrics, which have samples and comments
 * in common. Used by one thread; {@link #clear} begins anew in the same memory.
 *
 * @see <a href="https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md">
 *     the format</a>
 */
final class MetricText {
  /** Nine decimals: a nanosecond is exact in seconds. */
  private static final long PARTS = 1_000_000_000;

  /** From here on a double has no decimals. */
  private static final double MOST_WHOLE = 1L << 53;

  private final StringBuilder text = new StringBuilder();

  /** Forgets all. */
  void clear() {
    text.setLength(0);
  }

  /** A line that says something of a metric, such as its type or its help, in one line. */
  void comment(String keyword, String metric, String content) {
    text.append("# ").append(keyword).append(' ').append(metric).append(' ');
    text.append(content).append('\n');
  }

  /**
   * Begins a sample; its value follows.
   *
   * @param labels name, value, name, value
   * @param more the same, after them
   */
  MetricText sample(String name, String[] labels, String... more) {
    text.append(name);
    if (labels.length + more.length > 0) {
      text.append('{');
      labels(labels);
      if (labels.length > 0 && more.length > 0) {
        text.append(',');
      }
      labels(more);
      text.append('}');
    }
    text.append(' ');
    return this;
  }

  private void labels(String[] labels) {
    for (int i = 0; i < labels.length; i += 2) {
      if (i > 0) {
        text.append(',');
      }
      text.append(labels[i]).append("=\"");
      escaped(labels[i + 1]);
      text.append('"');
    }
  }

  private void escaped(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> text.append("\\\\");
        case '"' -> text.append("\\\"");
        case '\n' -> text.append("\\n");
        default -> text.append(c);
      }
    }
  }

  /** Ends a sample with a whole number. */
  void integer(long value) {
    text.append(value).append('\n');
  }

  /**
   * Ends a sample with a number: with at most nine decimals, which is faster than to find the
   * shortest text for a double.
   */
  void value(double value) {
    if (Math.abs(value) < MOST_WHOLE) {
      decimals(value);
    } else if (Math.abs(value) <= Double.MAX_VALUE) {
      text.append(value);
    } else {
      text.append(Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf");
    }
    text.append('\n');
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
      text.append('-');
    }
    text.append(whole).append('.');
    do { // at least one decimal, none that is a 0 at the end
      parts *= 10;
      text.append((char) ('0' + parts / PARTS));
      parts %= PARTS;
    } while (parts > 0);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
