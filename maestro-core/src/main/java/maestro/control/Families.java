package maestro.control;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.Consumer;

/** Gathers the metrics of one scrape. Used by one thread. */
final class Families {
  /** The values of one metric, by labels. */
  interface Family {
    void add(double value, String... labels);
  }

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

  MetricSnapshots all() {
    return all.build();
  }

  private static CounterSnapshot.CounterDataPointSnapshot count(double value, Labels labels) {
    return CounterSnapshot.CounterDataPointSnapshot.builder().value(value).labels(labels).build();
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot level(double value, Labels labels) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
  }
}
