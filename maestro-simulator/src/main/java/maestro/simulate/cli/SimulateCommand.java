package maestro.simulate.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import maestro.cli.line.Bounds;
import maestro.config.MaestroConfig;
import maestro.config.Ordering;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.cli.OptionFiles;
import maestro.emulator.cli.ProgressOptions;
import maestro.emulator.cli.ScenarioOptions;
import maestro.emulator.cli.StrategiesOption;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.simulate.ControllerConfig;
import maestro.simulate.SimulatedRun;
import maestro.simulate.Simulation;
import maestro.simulate.SimulationReport;
import maestro.simulate.costs.Costs;
import maestro.simulate.costs.CostsFile;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code simulate}: one scenario against the strategies on any number of cores. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Simulate a scenario against the strategies, with any number of cores.",
      "The measured virtual time is 1s unless --duration sets another; the warm-up is as long."
    },
    subcommands = CostsCommand.class)
final class SimulateCommand implements Callable<Integer> {
  private static final String SETTING = "--controller";
  private static final String HTML = "--html";
  private static final String ROUNDS = "--rounds";
  private static final String USUAL_DURATION = "1s";
  private static final int MAX_WORKERS = 256;
  private static final int LEAST_SOCKET_BYTES = 1024;
  private static final int MOST_ROUNDS = 1000;

  @Mixin private ScenarioOptions scenarioOptions;

  @Mixin private StrategiesOption strategies;

  @Mixin private ProgressOptions progressOptions;

  @Option(
      names = SETTING,
      paramLabel = "KEY=VALUE",
      description =
          "A key of the controller's configuration, such as maestro.distribution.quantum=400. May"
              + " be repeated.")
  private List<String> controllerSettings = new ArrayList<>();

  @Option(
      names = "--cores",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of workers, separated by commas; each has a core of its own (default:"
              + " ${DEFAULT-VALUE}).")
  private List<Integer> cores = List.of(1, 2, 4, 8, 16, 32, 64);

  @Option(
      names = "--share-cores",
      paramLabel = "N",
      description =
          "The number of cores that workers, the strategy's threads and one load thread share.")
  private Optional<Integer> sharedCores = Optional.empty();

  @Option(
      names = "--ordering",
      paramLabel = "NAME",
      description = "strict or none, as in a sequence of the controller (default: strict).")
  private String ordering = "strict";

  @Option(
      names = "--probes",
      paramLabel = "RATE",
      description = "Requests a second of the probing switch (default: ${DEFAULT-VALUE}).")
  private double probesPerSecond = 200;

  @Option(
      names = "--socket-buffer",
      paramLabel = "BYTES",
      description =
          "The size of each socket's receive buffer (default: ${DEFAULT-VALUE}, the most that Linux"
              + " lets it grow to).")
  private int socketBytes = 6 << 20;

  @Option(
      names = "--costs",
      paramLabel = "FILE",
      description = "A file of costs; a missing key has the cost measured on the authors' machine.")
  private Path costsFile;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of all random numbers (default: ${DEFAULT-VALUE}).")
  private int seed = 1;

  @Option(
      names = ROUNDS,
      paramLabel = "N",
      description =
          "Simulate everything so many times, with the seed --seed and those that follow it, and"
              + " show medians with the lowest and the highest (default: ${DEFAULT-VALUE}).")
  private int rounds = 1;

  @Option(names = "--json", description = "Print JSON instead of the table.")
  private boolean json;

  @Option(names = HTML, paramLabel = "FILE", description = "Write a page with the curves.")
  private Path html;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, ScenarioException, BadConfigurationException {
    PrintWriter out = spec.commandLine().getOut();
    List<MaestroConfig> configs = configs();
    Scenario scenario = scenarioOptions.loadFor(USUAL_DURATION);
    OptionFiles.check(HTML, html);
    Costs costs = costsFile == null ? CostsFile.measured() : CostsFile.read(costsFile);
    List<Simulation.Settings> seeds = simulated(scenario);
    List<SimulatedRun> runs = new ArrayList<>();
    try (ProgressBar bar =
        progressOptions.draws() ? progress(configs.size() * seeds.size()) : null) {
      for (MaestroConfig config : configs) {
        for (Simulation.Settings each : seeds) {
          runs.add(Simulation.run(scenario, config, each, costs));
          if (bar != null) {
            bar.step();
          }
        }
      }
    }
    SimulationReport report = SimulationReport.of(scenario, seeds.get(0), controllerSettings, runs);
    out.print(json ? report.json() + "\n" : report.table());
    out.flush();
    if (html != null) {
      OptionFiles.write(HTML, html, report.page());
      spec.commandLine().getErr().println("written: " + html.toAbsolutePath().normalize());
    }
    return 0;
  }

  private static ProgressBar progress(int runs) {
    return new ProgressBarBuilder()
        .setTaskName("simulate")
        .setStyle(ProgressBarStyle.ASCII)
        .setInitialMax(runs)
        .clearDisplayOnFinish()
        .build();
  }

  /** One for each seed. */
  private List<Simulation.Settings> simulated(Scenario scenario) {
    long measureNs = scenario.durations().measureNs();
    check(probesPerSecond > 0, "--probes: found " + probesPerSecond, "more than 0");
    check(
        socketBytes >= LEAST_SOCKET_BYTES,
        "--socket-buffer: found " + socketBytes,
        LEAST_SOCKET_BYTES + " or more");
    sharedCores.ifPresent(count -> Bounds.atLeast(spec.commandLine(), "--share-cores", count, 1));
    Bounds.check(spec.commandLine(), ROUNDS, rounds, 1, MOST_ROUNDS);
    boolean inOrder = isOrdered();
    return LongStream.range(seed, (long) seed + rounds)
        .mapToObj(
            each ->
                new Simulation.Settings(
                    sharedCores.orElse(0),
                    inOrder,
                    measureNs,
                    measureNs,
                    probesPerSecond,
                    socketBytes,
                    each))
        .toList();
  }

  private void check(boolean isRight, String found, String allowed) {
    if (!isRight) {
      throw new ParameterException(spec.commandLine(), found + "; allowed: " + allowed);
    }
  }

  private boolean isOrdered() {
    for (Ordering each : Ordering.values()) {
      if (each.text().equals(ordering)) {
        return each == Ordering.STRICT;
      }
    }
    throw new ParameterException(
        spec.commandLine(), "--ordering: found '" + ordering + "'; allowed: strict, none");
  }

  /**
   * The configurations, one for each run: all numbers of cores of a strategy, then the next
   * strategy.
   */
  private List<MaestroConfig> configs() throws BadConfigurationException {
    List<MaestroConfig> configs = new ArrayList<>();
    for (String strategy : strategies.names()) {
      for (int count : cores) {
        if (count < 1 || count > MAX_WORKERS) {
          throw new ParameterException(
              spec.commandLine(),
              "--cores: found " + count + "; allowed: numbers from 1 to " + MAX_WORKERS);
        }
        configs.add(config(strategy, count));
      }
    }
    return configs;
  }

  private MaestroConfig config(String strategy, int workers) throws BadConfigurationException {
    List<CommandLineSetting> all = new ArrayList<>();
    for (String setting : controllerSettings) {
      try {
        all.add(CommandLineSetting.parse(SETTING, setting));
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), SETTING + ": " + e.getMessage(), e);
      }
    }
    all.add(
        new CommandLineSetting(StrategiesOption.NAME, "maestro.distribution.strategy", strategy));
    all.add(
        new CommandLineSetting("--cores", "maestro.distribution.workers", String.valueOf(workers)));
    return ControllerConfig.with(all.toArray(CommandLineSetting[]::new));
  }
}
