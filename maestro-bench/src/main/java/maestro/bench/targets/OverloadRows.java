package maestro.bench.targets;

import static maestro.bench.targets.TableScenarios.max;
import static maestro.bench.targets.TableScenarios.measure;
import static maestro.bench.targets.TableScenarios.zipf;
import static maestro.bench.targets.TableSetups.FAIR;
import static maestro.bench.targets.TableSetups.FAIR_COSTLY;
import static maestro.bench.targets.TableSetups.FAIR_TWO_WORKERS;
import static maestro.bench.targets.TableSetups.ROBIN;
import static maestro.bench.targets.TableSetups.STATIC;
import static maestro.bench.targets.TableSetups.STATIC_COSTLY;
import static maestro.bench.targets.TableSetups.STATIC_TWO_WORKERS;

import java.util.List;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * Rows about switches that ask together for more than the controller can answer, by Zipf rates:
 * fairness, delay, and what these cost in throughput. Used by one thread.
 */
final class OverloadRows {
  private static final String MEASURED = "5 s";
  private static final int FEW = 79;
  private static final int MANY = 1347;

  private final RowMethods methods;

  private OverloadRows(RowMethods methods) {
    this.methods = methods;
  }

  static void addTo(RowMethods methods) throws ScenarioException {
    OverloadRows rows = new OverloadRows(methods);
    rows.fairness();
    rows.cost("", load(FEW, 2.0, 1.0), FAIR, STATIC);
    rows.cost("-1347", load(MANY, 2.0, 1.0), FAIR, STATIC);
    rows.cost("-4x", load(FEW, 4.0, 1.0), FAIR, STATIC);
    rows.cost("-1347-4x", load(MANY, 4.0, 1.0), FAIR, STATIC);
    rows.cost("-zipf-0.6", load(FEW, 2.0, 0.6), FAIR, STATIC);
    rows.cost("-zipf-1.4", load(FEW, 2.0, 1.4), FAIR, STATIC);
    rows.cost("-costly", load(FEW, 2.0, 1.0), FAIR_COSTLY, STATIC_COSTLY);
    rows.cost("-1347-costly", load(MANY, 2.0, 1.0), FAIR_COSTLY, STATIC_COSTLY);
    rows.cost("-two-workers", load(FEW, 2.0, 1.0), FAIR_TWO_WORKERS, STATIC_TWO_WORKERS);
  }

  private static Scenario load(int switches, double factor, double exponent)
      throws ScenarioException {
    return zipf(switches, factor, exponent, measure(MEASURED), TableScenarios.WARM_UP);
  }

  /** Over ten seconds, beside round-robin and the baseline responder. */
  private void fairness() throws ScenarioException {
    String group = "overload";
    Scenario scenario = zipf(FEW, 2.0, 1.0, measure("10 s"), TableScenarios.QUIET_WARM_UP);
    EmulatedRun fair = EmulatedRun.at(FAIR, group, scenario);
    EmulatedRun robin = EmulatedRun.at(ROBIN, group, scenario);
    Subject limit = EmulatedRun.limitAtRateOfFair(group, scenario);
    for (EmulatedRun subject : List.of(fair, robin)) {
      String of = subject.setup().name();
      methods.median(
          "overload-deviation-" + of, group, List.of(subject), run -> 100 * run.largestDeviation());
      methods.median(
          "overload-window-" + of,
          group,
          List.of(subject),
          run -> 100 * run.largestWindowDeviation());
    }
    methods.median("overload-delay-mean", group, List.of(fair, limit), RowMethods::probingMeanMs);
    methods.median("overload-delay-p99", group, List.of(fair, limit), RowMethods::probingP99Ms);
    methods.median("overload-light-p99", group, List.of(fair, limit), OverloadRows::lightP99Ms);
    methods.median("overload-delay-round-robin", group, List.of(robin), RowMethods::probingMeanMs);
    Subject full = EmulatedRun.at(FAIR, "79 at full speed", max(FEW, MEASURED));
    methods.ratio("overload-of-full-speed", group, fair, full);
  }

  /** What fairness and short delays cost: both strategies get the same load. */
  private void cost(
      String suffix, Scenario scenario, ControllerSetup fairSetup, ControllerSetup partitionSetup) {
    String group = "overload-throughput" + suffix;
    Subject fair = EmulatedRun.at(fairSetup, group, scenario);
    Subject partition = EmulatedRun.atRateOf(fairSetup, partitionSetup, group, scenario);
    methods.ratio(group, group, fair, partition);
    if (!suffix.isEmpty()) { // the rows without a suffix are measured over ten seconds
      String delay = "overload-delay" + suffix;
      methods.median(delay + "-mean", group, List.of(fair), RowMethods::probingMeanMs);
      methods.median(delay + "-p99", group, List.of(fair), RowMethods::probingP99Ms);
      methods.median(
          "overload-deviation" + suffix, group, List.of(fair), run -> 100 * run.largestDeviation());
      methods.median(
          "overload-light" + suffix + "-p99", group, List.of(fair), OverloadRows::lightP99Ms);
    }
  }

  private static double lightP99Ms(TableResult.Run run) {
    return run.waits().lightDelayP99Ns() / 1e6;
  }
}
