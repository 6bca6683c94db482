package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import maestro.bench.batching.BatchingComparison;
import maestro.bench.batching.BatchingReport;
import maestro.bench.batching.BatchingResult;
import maestro.bench.batching.BatchingRuns;
import maestro.cli.line.Bounds;
import maestro.config.Nearest;
import maestro.emulator.cli.Interruption;
import maestro.emulator.cli.Output;
import maestro.emulator.cli.StrategyOption;
import maestro.emulator.cli.StrategySubject;
import maestro.emulator.cli.SubjectOptions;
import maestro.emulator.controller.Installation;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bench batching}: compares batching policies, or other subjects, over time or in turns. */
@Command(
    name = "batching",
    mixinStandardHelpOptions = true,
    description = {
      "Compare batching policies under a changing load, as in Figure 10 of the Maestro paper:"
          + " rates, thresholds and delays over time.",
      "With scenarios: throughput and probing delay of each, against those of the first."
    })
final class BatchingCommand implements Callable<Integer> {
  private static final String SCENARIOS = "config/scenarios";
  private static final String CONF = ".conf";
  private static final String OVER_TIME = "changing-load";
  private static final String POLICIES = "--policies";
  private static final String POLICY = "fixed:[1-9][0-9]{0,3}|adaptive|rounds|fixed";
  private static final String FIXED = "fixed:";
  private static final int MOST_WORKERS = 256;

  @Parameters(
      paramLabel = "SCENARIO",
      arity = "0..*",
      description = "Scenarios to compare in: files, or names of those in " + SCENARIOS + ".")
  private List<String> scenarios = new ArrayList<>();

  @Option(
      names = POLICIES,
      paramLabel = "NAME",
      split = ",",
      defaultValue = "adaptive,fixed:4000",
      description =
          "Policies; fixed:N is fixed with that threshold (default: ${DEFAULT-VALUE}, and none with"
              + " --subject).")
  private List<String> policies;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      defaultValue = "round-robin",
      converter = StrategyOption.class,
      description = "The strategy with which policies run (default: ${DEFAULT-VALUE}).")
  private String strategy;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Workers of each controller (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "What the controllers run (default: config/learning-switch.conf).")
  private Path config;

  @Mixin private SubjectOptions subjectOptions;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Rounds of each scenario; their median counts (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Overrides a setting of the scenarios; repeatable.")
  private List<String> settings = new ArrayList<>();

  @Mixin private Output output;

  @ParentCommand private Main bench;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, ScenarioException {
    Bounds.atLeast(spec.commandLine(), "--rounds", rounds, 1);
    Bounds.check(spec.commandLine(), "--workers", workers, 1, MOST_WORKERS);
    List<StrategySubject> subjects = subjects();
    Path root = Installation.root();
    List<Scenario> wanted = new ArrayList<>();
    for (String name : scenarios.isEmpty() ? List.of(OVER_TIME) : scenarios) {
      wanted.add(scenario(root, name));
    }
    output.claim("batching");
    try {
      return measure(root, wanted, subjects);
    } finally {
      output.release();
    }
  }

  private int measure(Path root, List<Scenario> wanted, List<StrategySubject> subjects)
      throws IOException, ScenarioException {
    Interruption interruption = bench.interruption();
    interruption.watch();
    if (scenarios.isEmpty()) {
      BatchingResult result = with(root, subjects, runs -> runs.overTime(wanted.get(0)));
      show(BatchingReport.text(result), BatchingReport.write(output.folder(), result));
    } else {
      BatchingComparison comparison = with(root, subjects, runs -> runs.compare(wanted, rounds));
      show(BatchingReport.text(comparison), BatchingReport.write(output.folder(), comparison));
    }
    return interruption.isRequested() ? 1 : 0;
  }

  /** A measurement with the controllers of all subjects. */
  private interface Measurement<T> {
    T of(BatchingRuns runs) throws IOException, ScenarioException;
  }

  private <T> T with(Path root, List<StrategySubject> subjects, Measurement<T> measurement)
      throws IOException, ScenarioException {
    Interruption interruption = bench.interruption();
    try (BatchingRuns runs =
        new BatchingRuns(
            root,
            Optional.ofNullable(config),
            workers,
            subjects,
            output.folder(),
            this::say,
            interruption::isRequested)) {
      return measurement.of(runs);
    } finally {
      interruption.endRuns();
    }
  }

  /** The policies, unless there are only subjects, and the subjects; no two by one name. */
  private List<StrategySubject> subjects() {
    boolean areNamed = spec.commandLine().getParseResult().hasMatchedOption(POLICIES);
    List<StrategySubject> ofPolicies =
        areNamed || !subjectOptions.isGiven()
            ? policies.stream().map(this::ofPolicy).toList()
            : List.of();
    List<StrategySubject> subjects = subjectOptions.after(ofPolicies);
    List<String> files = subjects.stream().map(BatchingRuns::fileName).toList();
    for (int i = 0; i < files.size(); i++) {
      if (files.indexOf(files.get(i)) < i) {
        String option = i < ofPolicies.size() ? POLICIES : SubjectOptions.NAME;
        throw new ParameterException(
            spec.commandLine(),
            option
                + ": found '"
                + subjects.get(i).name()
                + "' twice; allowed: once (--rounds N repeats scenarios)");
      }
    }
    return subjects;
  }

  private StrategySubject ofPolicy(String policy) {
    if (!policy.matches(POLICY)) {
      throw new ParameterException(
          spec.commandLine(),
          POLICIES
              + ": found '"
              + policy
              + "'; allowed: adaptive, rounds, fixed, or fixed:N with N from 1 to 9999");
    }
    List<String> own =
        policy.startsWith(FIXED)
            ? List.of(
                "maestro.batching.policy=fixed",
                "maestro.batching.threshold=" + policy.substring(FIXED.length()))
            : List.of("maestro.batching.policy=" + policy);
    return new StrategySubject(policy, strategy, own);
  }

  private Scenario scenario(Path root, String name) throws IOException, ScenarioException {
    Path shipped = root.resolve(SCENARIOS).resolve(name + CONF);
    Path file = Files.exists(shipped) ? shipped : Path.of(name);
    if (!Files.exists(file)) {
      List<String> names = shipped(root);
      throw new ParameterException(
          spec.commandLine(),
          "SCENARIO: found '"
              + name
              + "'; allowed: a file, "
              + String.join(", ", names)
              + Nearest.hint(name, names));
    }
    return ScenarioFile.load(file, settings);
  }

  private static List<String> shipped(Path root) throws IOException {
    try (Stream<Path> files = Files.list(root.resolve(SCENARIOS))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(CONF))
          .map(name -> name.substring(0, name.length() - CONF.length()))
          .sorted()
          .toList();
    }
  }

  private void show(String text, Path written) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
    say("written: " + written.toAbsolutePath().normalize());
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
