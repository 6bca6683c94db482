package maestro.emulator.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.LoadRunner;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code emulate}: one scenario against one controller that is already running. */
@Command(
    name = "emulate",
    mixinStandardHelpOptions = true,
    description = "Run one scenario against any controller.")
final class EmulateCommand implements Callable<Integer> {
  @Option(
      names = "--controller",
      required = true,
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      description = "Where the controller listens for switches.")
  private InetSocketAddress controller;

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
    output.claimForResults(List.of());
    try {
      return measure(scenario, count);
    } finally {
      output.release();
    }
  }

  private int measure(Scenario scenario, int count) throws IOException, ScenarioException {
    main.interruption().watch();
    List<RunResult> results = new ArrayList<>();
    try (TerminalProgress progress = new TerminalProgress(scenario, count, 1, output.draws())) {
      LoadRunner runner = tls.over(agents.runner(spec.commandLine()), spec.commandLine());
      String name = HostPort.text(controller);
      for (int round = 1; round <= count && !main.interruption().isRequested(); round++) {
        progress.begin(round, scenario.name());
        RunResult result =
            Emulation.run(scenario, controller, name, Emulation.CpuMeter.NONE, runner, progress);
        results.add(result.inRound(round));
        progress.end();
      }
    } finally {
      main.interruption().endRuns();
      agents.close();
    }
    FailIf.Planned planned = new FailIf.Planned(List.of(HostPort.text(controller)), count);
    return output.show(results, failIf, planned, spec.commandLine());
  }
}
