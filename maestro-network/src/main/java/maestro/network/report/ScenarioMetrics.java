package maestro.network.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import maestro.emulator.condition.Condition;
import maestro.emulator.condition.Judgement;
import maestro.emulator.metrics.Measured;
import maestro.emulator.metrics.Metric;
import maestro.emulator.metrics.Quantity;

/** The numbers of a network's result that a condition can name. Immutable. */
public final class ScenarioMetrics {
  private static final Map<Metric, ToDoubleFunction<ScenarioReport>> ALL = new LinkedHashMap<>();

  static {
    add("lost(pings)", Quantity.PART, r -> r.pings().lostPart());
    add("lost(frames)", Quantity.PART, r -> r.flows().lostPart());
    add("incomplete", Quantity.COUNT, r -> r.flows().begun() - r.flows().complete());
    add("duplicates", Quantity.COUNT, r -> r.pings().duplicates() + r.flows().duplicates());
    add("loops", Quantity.COUNT, r -> r.loops().passedTwice() + r.loops().stopped());
    add("stretch", Quantity.INDEX, ScenarioReport::stretch);
    add("p50(first-packet)", Quantity.TIME, r -> r.firstPacket().medianMs() * 1e6);
    add("p99(first-packet)", Quantity.TIME, r -> r.firstPacket().p99Ms() * 1e6);
    add("max(first-packet)", Quantity.TIME, r -> r.firstPacket().maxMs() * 1e6);
    add("max(round-trip)", Quantity.TIME, r -> r.pings().roundTrip().maxMs() * 1e6);
    add("entries", Quantity.COUNT, ScenarioReport::mostEntries);
  }

  private ScenarioMetrics() {}

  private static void add(String name, Quantity quantity, ToDoubleFunction<ScenarioReport> value) {
    ALL.put(
        new Metric(name, quantity, Metric.Better.LOWER, true, run -> Measured.exactly(Double.NaN)),
        value);
  }

  /** All metrics, in the order in which they are listed. */
  public static List<Metric> all() {
    return new ArrayList<>(ALL.keySet());
  }

  /** Whether a condition holds of the result of a scenario that was not interrupted. */
  public static Judgement judge(Condition condition, ScenarioReport report) {
    return condition.judge(
        metric ->
            Measured.exactly(ALL.getOrDefault(metric, r -> Double.NaN).applyAsDouble(report)));
  }
}
