package maestro.control.metrics;

import maestro.control.rest.Utf8Text;

/**
 * Writes lines in the text formats of Prometheus and OpenMetrics, which have samples and comments
 * in common. Names and labels come as they are written, in UTF-8: thousands of samples have the
 * same ones, which are encoded once. Used by one thread.
 *
 * @see <a href="https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md">
 *     the format</a>
 */
final class MetricText extends Utf8Text {
  /** No labels. */
  static final byte[] NONE = {};

  /** A nanosecond is exact in seconds. */
  private static final int DECIMALS = 9;

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
    addInteger(value);
    add('\n');
  }

  /** Ends a sample with a number, with at most nine decimals. */
  void value(double value) {
    addDecimal(value, DECIMALS);
    add('\n');
  }

  @Override
  public void addNotFinite(double value) {
    add(utf8(Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"));
  }
}
