package maestro.emulator.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import maestro.emulator.format.Json;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;

/**
 * Each metric of each controller as JSON: its median, the lowest, the highest, and what each round
 * said. Times are nanoseconds, parts are parts of one; what was not measured is {@code null}.
 * Stateless.
 */
public final class MedianJson {
  private MedianJson() {}

  /** The text, indented. */
  public static String write(List<RunResult> results) {
    return Json.indented(Rounds.of(results).stream().map(MedianJson::controller).toList());
  }

  private static Controller controller(Rounds rounds) {
    Map<String, Interval> metrics = new LinkedHashMap<>();
    for (Metric metric : Metric.all()) {
      metrics.put(metric.name(), Interval.of(metric, rounds));
    }
    return new Controller(rounds.controller(), rounds.counted().size(), metrics);
  }

  /** What is written of a controller. */
  record Controller(String controller, int rounds, Map<String, Interval> metrics) {}
}
