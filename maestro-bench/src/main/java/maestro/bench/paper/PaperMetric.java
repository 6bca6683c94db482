package maestro.bench.paper;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.config.Spelled;
import maestro.emulator.metrics.Quantity;

/** A number of a point, by the name that claims have for it. */
@SuppressWarnings("ImmutableEnumChecker") // quantities are immutable
public enum PaperMetric implements Spelled {
  /** Right answers a second. */
  RPS(Quantity.COUNT, "requests a second"),

  /** {@link #RPS} in parts of that of the same subject at the first place of the sweep. */
  SCALING(Quantity.COUNT, "throughput, times that of the first"),

  /** Requests a second that were to be sent. */
  OFFERED(Quantity.COUNT, "offered requests a second"),

  /** The largest distance of any switch from its max-min fair share, filled once. */
  DEVIATION(Quantity.PART, "largest deviation from the fair share"),

  /** That of the switch that got the least. */
  DEVIATION_LOW(Quantity.PART, "lowest deviation from the fair share"),

  /** That of the switch that got the most. */
  DEVIATION_HIGH(Quantity.PART, "highest deviation from the fair share"),

  /** Jain's index. */
  JAIN(Quantity.INDEX, "Jain's index"),

  /** Mean delay of the probing switch. */
  PROBING(Quantity.TIME, "probing delay, mean"),

  /** The 99th percentile of the same. */
  PROBING_P99(Quantity.TIME, "probing delay, 99th percentile"),

  /** Median of the thresholds of all workers over time. */
  IBT(Quantity.COUNT, "input batching threshold, median"),

  /** A twentieth of the thresholds is below it. */
  IBT_LOW(Quantity.COUNT, "input batching threshold, 5th percentile"),

  /** A twentieth of the thresholds is above it. */
  IBT_HIGH(Quantity.COUNT, "input batching threshold, 95th percentile"),

  /** Processor time of the controller for a million requests. */
  CPU(Quantity.TIME, "processor time for a million requests"),

  /** The part of that time that the kernel took. */
  SYSTEM(Quantity.PART, "system time, part of the processor time"),

  /** Mean pause of the controller's collector. */
  COLLECTION(Quantity.TIME, "pause of a collection, mean"),

  /** What a row of {@code bench table} says, when it is a ratio. */
  RATIO(Quantity.COUNT, "ratio"),

  /** Forwarded frames a second. */
  FRAMES(Quantity.COUNT, "frames a second"),

  /** Time that the forwarding of a frame takes. */
  FRAME_TIME(Quantity.TIME, "processing time of a frame"),

  /** Mean time of a frame from its arrival until it has left. */
  FRAME_DELAY(Quantity.TIME, "delay of a frame, mean"),

  /** How much more of the second flow's frames was lost than of the first one's. */
  FAVOUR(Quantity.PART, "loss of the second flow minus that of the first");

  private final Quantity quantity;
  private final String label;

  PaperMetric(Quantity quantity, String label) {
    this.quantity = quantity;
    this.label = label;
  }

  /** What it is measured in. */
  Quantity quantity() {
    return quantity;
  }

  /** In which pages and tables have it; {@code 1} for a bare number. */
  String unit() {
    if (this == FRAME_TIME || this == FRAME_DELAY) {
      return "us";
    }
    return quantity.equals(Quantity.TIME) ? "ms" : quantity.equals(Quantity.PART) ? "%" : "1";
  }

  /** How much of the base unit that is. */
  double scale() {
    return unit().equals("1") ? 1 : Quantity.factor(unit());
  }

  /** In words. */
  String label() {
    return label;
  }

  /** Adds a number of it, unless it is not known. */
  void put(Map<String, Double> values, double value) {
    if (!Double.isNaN(value)) {
      values.put(text(), value);
    }
  }

  /** By its name. */
  static Optional<PaperMetric> named(String name) {
    return Arrays.stream(values()).filter(each -> each.text().equals(name)).findFirst();
  }

  /** The names of all. */
  static List<String> names() {
    return Arrays.stream(values()).map(Spelled::text).toList();
  }

  /** All, for the parser of claims. */
  static Map<String, Quantity> vocabulary() {
    Map<String, Quantity> all = new LinkedHashMap<>();
    for (PaperMetric each : values()) {
      all.put(each.text(), each.quantity);
    }
    return all;
  }
}
