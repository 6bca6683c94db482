package maestro.control.metrics;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import maestro.metrics.DelayCounts;

/**
 * The metrics of one scrape, written as text while they are read. A controller of many switches has
 * thousands of values. A copy of each as an object cost more than all else of a scrape. Used by one
 * thread.
 *
 * <p>The two formats differ in the names of counters and of the info metric; what both say is the
 * same. A metric without a value is left out.
 */
final class Families {
  /** The values of one metric, by labels as {@link MetricText#labels} makes them. */
  interface Family {
    /**
     * Adds a value.
     *
     * @param more labels after the first ones
     */
    void add(double value, byte[] labels, byte[] more);

    default void add(double value, byte[] labels) {
      add(value, labels, MetricText.NONE);
    }
  }

  /** The delays of one histogram, by labels. */
  interface Delays {
    void add(DelayCounts delays, byte[] labels);
  }

  private static final String GAUGE = "gauge";
  private static final double NS_PER_SECOND = 1e9;

  /** The bounds that are shown: some of those that {@link DelayCounts} knows exactly. */
  private static final long[] BOUNDS_NS =
      LongStream.of(25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 1_000_000)
          .map(TimeUnit.MICROSECONDS::toNanos)
          .toArray();

  /** The same as labels, in seconds. */
  private static final byte[][] BOUNDS =
      LongStream.of(BOUNDS_NS)
          .mapToObj(ns -> MetricText.labels("le", Double.toString(ns / NS_PER_SECOND)))
          .toArray(byte[][]::new);

  private static final byte[] NO_BOUND = MetricText.labels("le", "+Inf");

  private final boolean openMetrics;
  private final MetricText text;

  /** The metric whose type and help were written last. */
  private String current = "";

  /**
   * Nothing yet.
   *
   * @param openMetrics whether in the format of OpenMetrics, else in Prometheus' own
   * @param text is written to
   */
  Families(boolean openMetrics, MetricText text) {
    this.openMetrics = openMetrics;
    this.text = text;
  }

  /** A counter with one value; its samples have the suffix {@code _total}. */
  void counter(String name, String help, double value) {
    counters(name, help, to -> to.add(value, MetricText.NONE));
  }

  /** A gauge with one value. */
  void gauge(String name, String help, double value) {
    gauges(name, help, to -> to.add(value, MetricText.NONE));
  }

  /** A metric whose value is always 1 and whose labels say something; the suffix is _info. */
  void info(String name, String help, String... labels) {
    String sample = name + "_info";
    head(openMetrics ? name : sample, help, openMetrics ? "info" : GAUGE);
    text.sample(MetricText.utf8(sample), MetricText.labels(labels), MetricText.NONE).integer(1);
  }

  /** A counter with several values. */
  void counters(String name, String help, Consumer<Family> values) {
    String sample = name + "_total";
    samples(openMetrics ? name : sample, help, "counter", sample, values);
  }

  /** A gauge with several values. */
  void gauges(String name, String help, Consumer<Family> values) {
    samples(name, help, GAUGE, name, values);
  }

  /** A histogram with several values, in seconds. */
  void delays(String name, String help, Consumer<Delays> values) {
    byte[] bucket = MetricText.utf8(name + "_bucket");
    byte[] count = MetricText.utf8(name + "_count");
    byte[] sum = MetricText.utf8(name + "_sum");
    values.accept(
        (delays, labels) -> {
          head(name, help, "histogram");
          long[] upTo = delays.upTo(BOUNDS_NS);
          for (int i = 0; i < BOUNDS.length; i++) {
            text.sample(bucket, labels, BOUNDS[i]).integer(upTo[i]);
          }
          text.sample(bucket, labels, NO_BOUND).integer(delays.count());
          text.sample(count, labels, MetricText.NONE).integer(delays.count());
          text.sample(sum, labels, MetricText.NONE).value(delays.sumNs() / NS_PER_SECOND);
        });
  }

  private void samples(
      String name, String help, String type, String sample, Consumer<Family> values) {
    byte[] start = MetricText.utf8(sample);
    values.accept(
        (value, labels, more) -> {
          head(name, help, type);
          text.sample(start, labels, more).value(value);
        });
  }

  /** Says what a metric is, before its first sample. */
  private void head(String name, String help, String type) {
    if (name.equals(current)) {
      return;
    }
    current = name;
    if (openMetrics) {
      text.comment("TYPE", name, type);
      text.comment("HELP", name, help);
    } else {
      text.comment("HELP", name, help);
      text.comment("TYPE", name, type);
    }
  }
}
