package maestro.emulator.metrics;

import java.util.Arrays;
import java.util.List;
import maestro.emulator.report.Rounds;

/**
 * A metric over the rounds of a controller, in the base unit of its quantity. NaN when a round did
 * not measure it.
 *
 * @param median of the rounds; the highest for what counts faults
 * @param atLeast whether the true median may be any larger one
 * @param rounds what each round said, in order
 */
public record Interval(
    double median, double lowest, double highest, boolean atLeast, List<Double> rounds) {
  /** Keeps a copy of the list. */
  public Interval {
    rounds = List.copyOf(rounds);
  }

  /** Of the rounds that count. */
  public static Interval of(Metric metric, Rounds rounds) {
    Measured median = metric.median(rounds);
    double[] values = rounds.counted().stream().mapToDouble(r -> metric.of(r).value()).toArray();
    return new Interval(
        median.value(),
        Arrays.stream(values).min().orElse(Double.NaN),
        Arrays.stream(values).max().orElse(Double.NaN),
        median.atLeast(),
        Arrays.stream(values).boxed().toList());
  }

  /** How many rounds there were. */
  public int count() {
    return rounds.size();
  }

  /** Whether every round measured it. */
  public boolean isKnown() {
    return !Double.isNaN(median);
  }

  /** Whether some value may be in both. */
  public boolean overlaps(Interval other) {
    return lowest <= other.highest && other.lowest <= highest;
  }
}
