package maestro.emulator.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import maestro.config.Nearest;
import maestro.config.StrategyName;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.Installation;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.LoadRunner;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code compare}: the same scenario against every strategy, and against others. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Run one scenario against every strategy of Maestro, side by side.")
final class CompareCommand implements Callable<Integer> {
  private static final List<String> ALL_STRATEGIES =
      Arrays.stream(StrategyName.values()).map(StrategyName::text).toList();
  private static final String QUICK_SCENARIO = "config/scenarios/quick.conf";

  @Option(
      names = "--strategies",
      split = ",",
      paramLabel = "NAME",
      description = "Strategies, separated by commas (default: all five).")
  private List<String> strategies = ALL_STRATEGIES;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Workers of the controller (default: one less than there are cores, at least 1; the"
              + " emulator needs one, too).")
  private int workers = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

  @Option(
      names = "--quick",
      description = "All of it within half a minute: " + QUICK_SCENARIO + ", unless --scenario.")
  private boolean quick;

  @Option(
      names = "--against",
      paramLabel = "HOST:PORT[=NAME]",
      description = "A controller that is already running. May be repeated.")
  private List<String> against = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "What the controller runs (default: config/learning-switch.conf).")
  private Path config;

  @Mixin private ScenarioOptions scenarioOptions;

  @Mixin private Output output;

  @Mixin private AgentsOptions agents;

  @Mixin private TlsOptions tls;

  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  private final List<RunResult> results = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  @Override
  public Integer call() throws IOException, ScenarioException {
    List<Other> others = against.stream().map(this::other).toList();
    checkStrategies();
    Scenario scenario = scenario();
    main.interruption().watch();
    try {
      checkController();
      LoadRunner runner = tls.over(agents.runner(spec.commandLine()), spec.commandLine());
      runAll(scenario, others, runner);
    } finally {
      main.interruption().endRuns();
      agents.close();
    }
    failures.forEach(spec.commandLine().getErr()::println);
    int status = output.show(results, spec.commandLine());
    return failures.isEmpty() ? status : 1;
  }

  /**
   * Starts a controller, and stops it. What is wrong with its configuration is so with every
   * strategy: it is said once, and before agents are waited for.
   */
  private void checkController() throws IOException {
    start(strategies.get(0)).close();
  }

  private ControllerProcess start(String strategy) throws IOException {
    Path log = output.folder().resolve(strategy + ".log");
    return ControllerProcess.start(command(strategy), log);
  }

  private void runAll(Scenario scenario, List<Other> others, LoadRunner runner)
      throws IOException, ScenarioException {
    for (String strategy : strategies) {
      if (isToRun(strategy)) {
        runStrategy(scenario, strategy, runner);
      }
    }
    for (Other other : others) {
      if (isToRun(other.name())) {
        runOther(scenario, other, runner);
      }
    }
  }

  private boolean isToRun(String name) {
    boolean interrupted = main.interruption().isRequested();
    if (interrupted) {
      failures.add(name + ": not run: interrupted");
    }
    return !interrupted;
  }

  private void runOther(Scenario scenario, Other other, LoadRunner runner)
      throws ScenarioException {
    try (TerminalProgress progress = new TerminalProgress(other.name(), output.draws())) {
      results.add(
          Emulation.run(
              scenario, other.address(), other.name(), Emulation.CpuMeter.NONE, runner, progress));
    }
  }

  private void runStrategy(Scenario scenario, String strategy, LoadRunner runner)
      throws IOException, ScenarioException {
    try (ControllerProcess controller = start(strategy);
        TerminalProgress progress = new TerminalProgress(strategy, output.draws())) {
      results.add(
          Emulation.run(
              scenario, controller.address(), strategy, controller::cpuSeconds, runner, progress));
    } catch (IOException e) {
      failures.add(strategy + ": " + e.getMessage());
    }
  }

  private List<String> command(String strategy) throws IOException {
    return ControllerProcess.command(
        config,
        List.of(
            "--listen",
            agents.controllerHost() + ":0",
            "--strategy",
            strategy,
            "--workers",
            Integer.toString(workers)));
  }

  private Scenario scenario() throws IOException, ScenarioException {
    return quick
        ? scenarioOptions.load(Optional.of(Installation.root().resolve(QUICK_SCENARIO)))
        : scenarioOptions.load();
  }

  private Other other(String text) {
    int equals = text.indexOf('=');
    String place = equals < 0 ? text : text.substring(0, equals);
    String name = equals < 0 ? text : text.substring(equals + 1);
    try {
      return new Other(HostPort.parse(place), name);
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), "--against: " + e.getMessage(), e);
    }
  }

  private void checkStrategies() {
    for (String strategy : strategies) {
      if (!ALL_STRATEGIES.contains(strategy)) {
        throw new ParameterException(
            spec.commandLine(),
            "--strategies: found '"
                + strategy
                + "'; allowed: "
                + String.join(", ", ALL_STRATEGIES)
                + Nearest.hint(strategy, ALL_STRATEGIES));
      }
    }
  }

  private record Other(InetSocketAddress address, String name) {}
}
