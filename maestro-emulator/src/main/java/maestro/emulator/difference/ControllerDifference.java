package maestro.emulator.difference;

import java.util.List;
import maestro.emulator.metrics.Metric;
import maestro.emulator.report.Rounds;

/**
 * One controller in two files.
 *
 * @param name in both files; when each has one controller only, the names may differ, and this has
 *     both
 * @param roundsOfA how many count
 * @param roundsOfB how many count
 * @param metrics in the order in which {@link Metric#all} lists them
 */
public record ControllerDifference(
    String name, int roundsOfA, int roundsOfB, List<MetricDifference> metrics) {
  /** Keeps a copy of the list. */
  public ControllerDifference {
    metrics = List.copyOf(metrics);
  }

  static ControllerDifference of(Rounds a, Rounds b) {
    String name =
        a.controller().equals(b.controller())
            ? a.controller()
            : a.controller() + " | " + b.controller();
    return new ControllerDifference(
        name,
        a.counted().size(),
        b.counted().size(),
        Metric.all().stream().map(metric -> MetricDifference.of(metric, a, b)).toList());
  }

  /**
   * How probable it is that a metric's rounds lie apart when there is no difference at all: all
   * orders of the rounds are equally probable then, and two of them are apart.
   */
  double chance() {
    double orders = 1;
    for (int i = 1; i <= roundsOfB; i++) {
      orders *= (double) (roundsOfA + i) / i;
    }
    return Math.min(1, 2 / orders);
  }
}
