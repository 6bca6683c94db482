package maestro.bench.targets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;

/**
 * The controllers of a table. Each is started once, warmed up and kept; it idles while another one
 * is measured. Used by one thread.
 */
public final class ControllerPool implements AutoCloseable {
  private static final long CAPACITY_HOLDS_NS = 30_000_000_000L;

  private final Path root;
  private final Path logs;
  private final Map<ControllerSetup, ControllerProcess> running = new HashMap<>();
  private final Map<ControllerSetup, Capacity> capacities = new HashMap<>();
  private final Scenario capacityScenario;
  private final Scenario watchedWarmUp;

  /**
   * Starts nothing yet.
   *
   * @param logs folder for the logs of the controllers
   */
  public ControllerPool(Path root, Path logs) throws ScenarioException {
    this.root = root;
    this.logs = logs;
    this.capacityScenario = fullSpeed("durations.warm-up=3 s");
    this.watchedWarmUp = fullSpeed(TableScenarios.WATCHED_WARM_UP);
  }

  private static Scenario fullSpeed(String warmUp) throws ScenarioException {
    return ScenarioFile.defaultsWith(
        "load=max",
        "openflow=1.0",
        "network.switches=79",
        "probing.enabled=false",
        warmUp,
        "durations.measure=2 s",
        "durations.drain=500 ms");
  }

  /** A controller that has had load before. */
  public ControllerProcess warm(ControllerSetup setup) throws IOException, ScenarioException {
    ControllerProcess process = running.get(setup);
    if (process == null) {
      process = fresh(setup);
      running.put(setup, process);
      if (setup.isWatched()) {
        setup.emulate(
            process, watchedWarmUp, setup.name(), Progress.NONE, Watchers.Pace.WITHOUT_PAUSE);
      }
      capacity(setup);
    }
    return process;
  }

  /** A new controller, which the caller closes. */
  ControllerProcess fresh(ControllerSetup setup) throws IOException {
    return ControllerProcess.start(setup.command(root), logs.resolve(setup.name() + ".log"));
  }

  /**
   * The throughput with 79 switches at full speed, in requests a second. It is measured anew after
   * half a minute, since the speed of a shared machine changes.
   */
  public double capacity(ControllerSetup setup) throws IOException, ScenarioException {
    ControllerProcess process = warm(setup);
    Capacity known = capacities.get(setup);
    if (known == null || System.nanoTime() - known.measuredNs() > CAPACITY_HOLDS_NS) {
      double measured = measureCapacity(setup, process);
      known = new Capacity(measured, System.nanoTime());
      capacities.put(setup, known);
    }
    return known.requestsPerSecond();
  }

  private double measureCapacity(ControllerSetup setup, ControllerProcess process)
      throws IOException, ScenarioException {
    RunResult result = setup.emulate(process, capacityScenario, setup.name(), Progress.NONE);
    if (!result.completion().complete()) {
      throw new IOException("capacity: " + result.completion().reason());
    }
    return result.throughputRequestsPerSecond();
  }

  private record Capacity(double requestsPerSecond, long measuredNs) {}

  @Override
  public void close() {
    running.values().forEach(ControllerProcess::close);
    running.clear();
  }
}
