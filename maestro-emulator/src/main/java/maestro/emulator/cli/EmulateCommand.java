package maestro.emulator.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import maestro.cli.line.Bounds;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.LoadRunner;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code emulate}: one scenario against one controller that is already running. */
@Command(
    name = "emulate",
    mixinStandardHelpOptions = true,
    description = "Run one scenario against any controller.")
final class EmulateCommand implements Callable<Integer> {
  private static final int MOST_CONTROLLERS = 8;

  @Option(
      names = "--controller",
      required = true,
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      description =
          "Where the controller listens for switches. Give it again for each further controller of"
              + " the switches (8 at most).")
  private List<InetSocketAddress> controllers = List.of();

  @Mixin private ScenarioOptions scenarioOptions;

  @Mixin private RoundsOption rounds;

  @Mixin private FailIf failIf;

  @Mixin private Output output;

  @Mixin private AgentsOptions agents;

  @Mixin private TlsOptions tls;

  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, ScenarioException {
    int count = rounds.count(spec.commandLine());
    Scenario scenario = scenarioOptions.load();
    agents.check(spec.commandLine(), scenario, tls);
    checkSeveral(scenario);
    output.claimForResults(List.of());
    try {
      return measure(scenario, count);
    } finally {
      output.release();
    }
  }

  private String name() {
    return controllers.stream().map(HostPort::text).collect(Collectors.joining(" + "));
  }

  /** Refuses what switches with several controllers cannot do. */
  private void checkSeveral(Scenario scenario) {
    Bounds.check(spec.commandLine(), "--controller", controllers.size(), 1, MOST_CONTROLLERS);
    if (controllers.size() == 1) {
      return;
    }
    if (scenario.load() != LoadMode.RATE || scenario.needsCapacity()) {
      throw new ParameterException(
          spec.commandLine(),
          "--controller: found "
              + controllers.size()
              + " with load = "
              + scenario.load().text()
              + (scenario.needsCapacity() ? " relative to what one controller takes" : "")
              + "; allowed: one, or several with load = rate and rates in requests a second, such"
              + " as --set load=rate --set rates.total=10k");
    }
    if (!scenario.events().isEmpty() || agents.areWanted()) {
      throw new ParameterException(
          spec.commandLine(),
          "--controller: found %d with %s; allowed: one, or several without"
              .formatted(
                  controllers.size(), agents.areWanted() ? "--agents" : "events in the scenario"));
    }
  }

  private int measure(Scenario scenario, int count) throws IOException, ScenarioException {
    main.interruption().watch();
    List<RunResult> results = new ArrayList<>();
    try (TerminalProgress progress = new TerminalProgress(scenario, count, 1, output.draws())) {
      List<InetSocketAddress> further = controllers.subList(1, controllers.size());
      LoadRunner runner = tls.over(agents.runner(spec.commandLine()), further, spec.commandLine());
      String name = name();
      for (int round = 1; round <= count && !main.interruption().isRequested(); round++) {
        progress.begin(round, scenario.name());
        RunResult result =
            Emulation.run(
                scenario, controllers.get(0), name, Emulation.CpuMeter.NONE, runner, progress);
        results.add(result.inRound(round));
        progress.end();
      }
    } finally {
      main.interruption().endRuns();
      agents.close();
    }
    FailIf.Planned planned = new FailIf.Planned(List.of(name()), count);
    return output.show(results, failIf, planned, spec.commandLine());
  }
}
