package maestro.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import maestro.bench.paper.PaperRound.Reading;
import maestro.bench.targets.ControllerPool;
import maestro.bench.targets.ControllerSetup;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * Points of controllers on this machine. The controllers of a figure are started once, warmed up
 * and kept until the next figure begins. Used by one thread.
 */
final class EmulatedPoints implements PointRunner {
  private static final double NS_PER_SECOND = 1e9;

  private final Path root;
  private final Path logs;
  private String figure = "";
  private ControllerPool pool;

  /**
   * Starts nothing yet.
   *
   * @param root of the installation
   * @param logs folder for what the controllers say
   */
  EmulatedPoints(Path root, Path logs) {
    this.root = root;
    this.logs = logs;
  }

  @Override
  public String input(PaperPoint point) throws IOException {
    return point.scenario() + "\n" + setup(point).arguments();
  }

  @Override
  public PaperRound run(PaperPoint point, int number) throws IOException {
    Scenario scenario = point.scenario();
    ControllerSetup setup = setup(point);
    try {
      ControllerPool controllers = pool(point.entry().id());
      ControllerProcess process = controllers.warm(setup);
      Scenario absolute =
          scenario.needsCapacity() ? scenario.resolve(controllers.capacity(setup)) : scenario;
      RunResult result = setup.emulate(process, absolute, point.name(), Progress.NONE);
      Reading reading =
          new Reading(point.subject().name(), point.place().orElseThrow().name(), values(result));
      String mark = String.join("; ", Rounds.of(List.of(result)).get(0).marks());
      return new PaperRound(number, mark, List.of(reading), List.of());
    } catch (ScenarioException e) {
      throw new IOException(point.name() + ": " + e.getMessage(), e);
    }
  }

  private ControllerPool pool(String id) throws IOException, ScenarioException {
    if (!figure.equals(id)) {
      close();
      pool = new ControllerPool(root, Files.createDirectories(logs));
      figure = id;
    }
    return pool;
  }

  /** One for all places that differ in the scenario only. */
  private static ControllerSetup setup(PaperPoint point) {
    boolean isOfPlace = point.place().filter(place -> !place.controller().isEmpty()).isPresent();
    String name = point.subject().name() + (isOfPlace ? "-" + point.place().get().name() : "");
    return ControllerSetup.strategy(
        point.entry().id() + "-" + name + "-" + point.workers(),
        point.subject().strategy(),
        point.workers(),
        point.controller().toArray(String[]::new));
  }

  private static Map<String, Double> values(RunResult result) {
    Map<String, Double> values = new TreeMap<>();
    PaperMetric.RPS.put(values, result.throughputRequestsPerSecond());
    PaperMetric.DEVIATION.put(values, result.fairness().filledOnce().largest());
    PaperMetric.DEVIATION_LOW.put(values, result.fairness().filledOnce().min());
    PaperMetric.DEVIATION_HIGH.put(values, result.fairness().filledOnce().max());
    PaperMetric.JAIN.put(values, result.fairness().jain());
    PaperMetric.PROBING.put(values, result.waits().probing().meanNs());
    PaperMetric.PROBING_P99.put(values, result.waits().probing().p99Ns());
    result
        .processors()
        .cpuSecondsPerMillionRequests()
        .ifPresent(seconds -> PaperMetric.CPU.put(values, seconds * NS_PER_SECOND));
    return values;
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }
}
