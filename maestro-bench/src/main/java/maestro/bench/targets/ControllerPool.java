package maestro.emulator.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.Installation;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;

/**
 * The controllers of a table: each is started once, warmed up, and kept, idle while another one is
 * measured. Used by one thread.
 */
final class Rig implements AutoCloseable {
  private static final String CONFIG = "config/learning-switch.conf";

  private static final long CAPACITY_HOLDS_NS = 30_000_000_000L;

  private final Path root;
  private final Path logs;
  private final Map<Setup, ControllerProcess> running = new HashMap<>();
  private final Map<Setup, Capacity> capacities = new HashMap<>();
  private final Scenario capacityScenario;

  /**
   * Starts nothing yet.
   *
   * @param logs folder for what controllers say
   */
  Rig(Path root, Path logs) throws ScenarioException {
    this.root = root;
    this.logs = logs;
    this.capacityScenario =
        ScenarioFile.defaultsWith(
            "load=max",
            "openflow=1.0",
            "network.switches=79",
            "probing.enabled=false",
            "durations.warm-up=3 s",
            "durations.measure=2 s",
            "durations.drain=500 ms");
  }

  /** A controller that has been under load before. */
  ControllerProcess warm(Setup setup) throws IOException, ScenarioException {
    ControllerProcess process = running.get(setup);
    if (process == null) {
      process = fresh(setup);
      running.put(setup, process);
      capacity(setup);
    }
    return process;
  }

  /** A controller that was started now; the caller closes it. */
  ControllerProcess fresh(Setup setup) throws IOException {
    List<String> arguments = new ArrayList<>(setup.arguments());
    if (!setup.isLimit()) {
      arguments.addAll(List.of("--config", root.resolve(CONFIG).toString()));
    }
    return ControllerProcess.start(
        Installation.command(root, arguments), logs.resolve(setup.name() + ".log"));
  }

  /**
   * What it takes with 79 switches at full speed, in requests a second: as of the last half minute,
   * since a machine that others share is faster at one time than at another.
   */
  double capacity(Setup setup) throws IOException, ScenarioException {
    ControllerProcess process = warm(setup);
    Capacity known = capacities.get(setup);
    if (known == null || System.nanoTime() - known.measuredNs() > CAPACITY_HOLDS_NS) {
      double measured = measureCapacity(setup, process);
      known = new Capacity(measured, System.nanoTime());
      capacities.put(setup, known);
    }
    return known.requestsPerSecond();
  }

  private double measureCapacity(Setup setup, ControllerProcess process)
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
