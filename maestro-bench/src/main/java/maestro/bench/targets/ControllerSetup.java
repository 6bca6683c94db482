package maestro.emulator.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.OwnProcessors;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * How a controller is started.
 *
 * @param name for people
 * @param workers how many
 * @param arguments of the launcher
 */
record Setup(String name, int workers, List<String> arguments) {
  /** The responder that learns nothing. */
  static final Setup LIMIT =
      new Setup("limit", 1, List.of("bench", "limit", "--listen", "127.0.0.1:0"));

  Setup {
    arguments = List.copyOf(arguments);
  }

  /** A strategy with so many workers, and settings {@code key=value}. */
  static Setup strategy(String name, String strategy, int workers, String... settings) {
    List<String> arguments = new ArrayList<>(List.of("run", "--listen", "127.0.0.1:0"));
    arguments.addAll(List.of("--strategy", strategy, "--workers", Integer.toString(workers)));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    return new Setup(name, workers, arguments);
  }

  /** Runs a scenario against it, where it and this process do not get in each other's way. */
  RunResult emulate(ControllerProcess process, Scenario scenario, String what, Progress progress)
      throws IOException, ScenarioException {
    OwnProcessors placed =
        workers == 1 ? OwnProcessors.apart(process.pid()) : OwnProcessors.shared(process.pid());
    try {
      return Emulation.run(scenario, process.address(), what, process::cpuSeconds, progress);
    } finally {
      placed.close();
    }
  }

  boolean isLimit() {
    return equals(LIMIT);
  }
}
