package maestro.emulator.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.Installation;
import maestro.emulator.controller.OwnProcessors;
import maestro.emulator.engine.Emulation;
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

  private final Path root;
  private final Path logs;
  private final Map<Setup, ControllerProcess> running = new HashMap<>();
  private final Map<Setup, Double> capacities = new HashMap<>();
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
      capacities.put(setup, measureCapacity(setup, process));
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

  /** What it takes with 79 switches at full speed, in requests a second. */
  double capacity(Setup setup) throws IOException, ScenarioException {
    if (!capacities.containsKey(setup)) {
      warm(setup);
    }
    return capacities.get(setup);
  }

  private double measureCapacity(Setup setup, ControllerProcess process)
      throws IOException, ScenarioException {
    RunResult result;
    OwnProcessors placed = setup.place(process);
    try {
      result = Emulation.run(capacityScenario, process.address(), Progress.NONE);
    } finally {
      placed.close();
    }
    if (!result.completion().complete()) {
      throw new IOException("capacity: " + result.completion().reason());
    }
    return result.throughputRequestsPerSecond();
  }

  @Override
  public void close() {
    running.values().forEach(ControllerProcess::close);
    running.clear();
  }
}
