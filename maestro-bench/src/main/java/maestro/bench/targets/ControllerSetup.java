package maestro.bench.targets;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.CpuPinning;
import maestro.emulator.controller.Installation;
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
 * @param config the name of a file in the installation's folder {@code config}, or an absolute
 *     path; empty when the command reads none
 * @param arguments of the launcher, without that file
 * @param controlPort the port of the control listener, on which others watch the controller; 0 when
 *     nobody does
 * @param jvmFlags for the launcher; empty for none
 */
public record ControllerSetup(
    String name,
    int workers,
    String config,
    List<String> arguments,
    int controlPort,
    String jvmFlags) {
  private static final String DEFAULT_CONFIG = "learning-switch.conf";

  /** The responder that learns nothing. */
  static final ControllerSetup LIMIT =
      new ControllerSetup(
          "limit", 1, "", List.of("bench", "limit", "--listen", "127.0.0.1:0"), 0, "");

  public ControllerSetup {
    arguments = List.copyOf(arguments);
  }

  /**
   * A strategy with a number of workers, and settings {@code key=value} that win over those of
   * {@code learning-switch.conf}.
   */
  public static ControllerSetup strategy(
      String name, String strategy, int workers, String... settings) {
    return strategy(name, strategy, workers, 0, settings);
  }

  /** The same with a control listener, while {@link Watchers} watch. */
  static ControllerSetup watched(String name, String strategy, int workers) throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return strategy(name, strategy, workers, free.getLocalPort());
    }
  }

  private static ControllerSetup strategy(
      String name, String strategy, int workers, int controlPort, String... settings) {
    List<String> arguments = new ArrayList<>(ControllerProcess.RUN);
    arguments.addAll(List.of("--listen", "127.0.0.1:0"));
    arguments.addAll(
        controlPort == 0
            ? ControllerProcess.NO_CONTROL
            : List.of("--set", "maestro.control.listen=127.0.0.1:" + controlPort));
    arguments.addAll(List.of("--strategy", strategy, "--workers", Integer.toString(workers)));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    return new ControllerSetup(name, workers, DEFAULT_CONFIG, arguments, controlPort, "");
  }

  /** The same with another configuration. */
  public ControllerSetup withConfig(String other) {
    return new ControllerSetup(name, workers, other, arguments, controlPort, jvmFlags);
  }

  /** The same under another name, in a JVM with these flags. */
  public ControllerSetup withJvmFlags(String otherName, String flags) {
    return new ControllerSetup(otherName, workers, config, arguments, controlPort, flags);
  }

  /**
   * The command line that starts it.
   *
   * @param root of the installation
   */
  List<String> command(Path root) {
    List<String> all = new ArrayList<>(arguments);
    if (!config.isEmpty()) {
      all.addAll(List.of("--config", root.resolve("config").resolve(config).toString()));
    }
    List<String> command = Installation.command(root, all);
    if (!jvmFlags.isEmpty()) {
      command.addAll(0, List.of("/usr/bin/env", "MAESTRO_JVM_OPTS=" + jvmFlags));
    }
    return command;
  }

  /** Runs a scenario against a controller, each of the two on processors of its own. */
  public RunResult emulate(
      ControllerProcess process, Scenario scenario, String what, Progress progress)
      throws IOException, ScenarioException {
    return emulate(process, scenario, what, progress, Watchers.Pace.OF_THE_PAGE);
  }

  /** The same while watchers watch at this pace, if the controller can be watched. */
  RunResult emulate(
      ControllerProcess process,
      Scenario scenario,
      String what,
      Progress progress,
      Watchers.Pace pace)
      throws IOException, ScenarioException {
    CpuPinning placed =
        workers == 1 ? CpuPinning.apart(process.pid()) : CpuPinning.shared(process.pid());
    try (Watchers watchers = watchers()) {
      if (watchers != null) {
        watchers.watch(pace);
      }
      RunResult result =
          Emulation.run(scenario, process.address(), what, process::cpuSeconds, progress);
      if (watchers != null) {
        watchers.check();
      }
      return result;
    } finally {
      placed.close();
    }
  }

  /** Those who watch the controller, once it runs; null when nobody does. */
  Watchers watchers() throws IOException {
    return isWatched() ? new Watchers(controlPort) : null;
  }

  boolean isWatched() {
    return controlPort != 0;
  }
}
