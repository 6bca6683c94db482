package maestro.bench.targets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.CpuPinning;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * The command that starts a controller. Immutable.
 *
 * @param name for people
 * @param workers how many
 * @param arguments of the launcher
 */
public record ControllerSetup(String name, int workers, List<String> arguments) {
  /** The responder that learns nothing. */
  static final ControllerSetup LIMIT =
      new ControllerSetup("limit", 1, List.of("bench", "limit", "--listen", "127.0.0.1:0"));

  public ControllerSetup {
    arguments = List.copyOf(arguments);
  }

  /** A strategy with a number of workers, and settings {@code key=value}. */
  public static ControllerSetup strategy(
      String name, String strategy, int workers, String... settings) {
    List<String> arguments = new ArrayList<>(List.of("run", "--listen", "127.0.0.1:0"));
    arguments.addAll(ControllerProcess.NO_CONTROL);
    arguments.addAll(List.of("--strategy", strategy, "--workers", Integer.toString(workers)));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    return new ControllerSetup(name, workers, arguments);
  }

  /** Runs a scenario against a controller, each of the two on processors of its own. */
  public RunResult emulate(
      ControllerProcess process, Scenario scenario, String what, Progress progress)
      throws IOException, ScenarioException {
    CpuPinning placed =
        workers == 1 ? CpuPinning.apart(process.pid()) : CpuPinning.shared(process.pid());
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
