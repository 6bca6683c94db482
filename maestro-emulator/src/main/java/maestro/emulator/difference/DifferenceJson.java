package maestro.emulator.difference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import maestro.emulator.format.Json;
import maestro.emulator.metrics.Interval;

/**
 * A difference for scripts. Times are nanoseconds, parts are parts of one; what was not measured is
 * {@code null}. Stateless.
 */
public final class DifferenceJson {
  private DifferenceJson() {}

  /** The text, indented. */
  public static String of(Difference difference) {
    return Json.indented(
        new Stored(
            difference.a().file().toString(),
            difference.b().file().toString(),
            difference.warnings(),
            difference.controllers().stream().map(DifferenceJson::controller).toList()));
  }

  private static StoredController controller(ControllerDifference c) {
    Map<String, StoredMetric> metrics = new LinkedHashMap<>();
    for (MetricDifference d : c.metrics()) {
      String finding = d.finding().name().toLowerCase(Locale.ROOT).replace('_', '-');
      metrics.put(d.metric().name(), new StoredMetric(d.a(), d.b(), d.ratio(), finding));
    }
    return new StoredController(c.name(), c.roundsOfA(), c.roundsOfB(), c.chance(), metrics);
  }

  /** All of it. */
  record Stored(String a, String b, List<String> warnings, List<StoredController> controllers) {}

  /** One controller. */
  record StoredController(
      String name,
      int roundsOfA,
      int roundsOfB,
      double chanceOfApart,
      Map<String, StoredMetric> metrics) {}

  /** One metric. */
  record StoredMetric(Interval a, Interval b, double ratio, String finding) {}
}
