package maestro.control;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.Consumer;
import maestro.metrics.DelayCounts;

/** Gathers the metrics of one scrape. Used by one thread. */
final class Families {
  /** The values of one metric, by labels. */
  interface Family {
    void add(double value, String... labels);
  }

  /** The delays of one histogram, by labels. */
  interface Delays {
    void add(DelayCounts delays, String... labels);
  }

  private static final double NS_PER_SECOND = 1e9;
  private static final double US_PER_SECOND = 1e6;
  private static final long NS_PER_US = 1_000;

  /** The bounds that are shown: some of those that {@link DelayCounts} knows exactly. */
  private static final long[] BOUNDS_US = {
    25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 1_000_000
  };

  private final MetricSnapshots.Builder all = MetricSnapshots.builder();

  /** A counter with one value. */
  void counter(String name, String help, double value) {
    CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
    all.metricSnapshot(family.dataPoint(count(value, Labels.EMPTY)).build());
  }

  /** A gauge with one value. */
  void gauge(String name, String help, double value) {
    GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
    all.metricSnapshot(family.dataPoint(level(value, Labels.EMPTY)).build());
  }

  /** A metric whose value is always 1 and whose labels say something. */
  void info(String name, String help, String... labels) {
    all.metricSnapshot(
        InfoSnapshot.builder()
            .name(name)
            .help(help)
            .dataPoint(
                InfoSnapshot.InfoDataPointSnapshot.builder().labels(Labels.of(labels)).build())
            .build());
  }

  /** A counter with several values. */
  void counters(String name, String help, Consumer<Family> values) {
    CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
    values.accept((value, labels) -> family.dataPoint(count(value, Labels.of(labels))));
    all.metricSnapshot(family.build());
  }

  /** A gauge with several values. */
  void gauges(String name, String help, Consumer<Family> values) {
    GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
    values.accept((value, labels) -> family.dataPoint(level(value, Labels.of(labels))));
    all.metricSnapshot(family.build());
  }

  /** A histogram with several values, in seconds. */
  void delays(String name, String help, Consumer<Delays> values) {
    HistogramSnapshot.Builder family = HistogramSnapshot.builder().name(name).help(help);
    values.accept((delays, labels) -> family.dataPoint(histogram(delays, Labels.of(labels))));
    all.metricSnapshot(family.build());
  }

  MetricSnapshots all() {
    return all.build();
  }

  private static CounterSnapshot.CounterDataPointSnapshot count(double value, Labels labels) {
    return CounterSnapshot.CounterDataPointSnapshot.builder().value(value).labels(labels).build();
  }

  private static HistogramSnapshot.HistogramDataPointSnapshot histogram(
      DelayCounts delays, Labels labels) {
    double[] bounds = new double[BOUNDS_US.length + 1];
    long[] counts = new long[bounds.length];
    long before = 0;
    for (int i = 0; i < BOUNDS_US.length; i++) {
      bounds[i] = BOUNDS_US[i] / US_PER_SECOND;
      long upTo = delays.upTo(BOUNDS_US[i] * NS_PER_US);
      counts[i] = upTo - before;
      before = upTo;
    }
    bounds[BOUNDS_US.length] = Double.POSITIVE_INFINITY;
    counts[BOUNDS_US.length] = delays.count() - before;
    return HistogramSnapshot.HistogramDataPointSnapshot.builder()
        .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
        .sum(delays.sumNs() / NS_PER_SECOND)
        .labels(labels)
        .build();
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot level(double value, Labels labels) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
  }
}
