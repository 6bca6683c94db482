package maestro.emulator.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import maestro.cli.line.Bounds;
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
  private static final int MOST_WORKERS = 256;
  private static final int CONNECT_MS = 5_000;
  private static final String QUICK_SCENARIO = "config/scenarios/quick.conf";
  private static final String QUICK_CONFIG = "config/quick.conf";

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Workers of the controller (default: one less than there are cores, at least 1; the"
              + " emulator needs one, too).")
  private Optional<Integer> givenWorkers = Optional.empty();

  @Option(
      names = "--quick",
      description =
          "All of it within a minute, under a skewed overload: "
              + QUICK_SCENARIO
              + " and one worker with "
              + QUICK_CONFIG
              + ", unless --scenario, --workers or --config.")
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

  @Mixin private StrategiesOption strategies;

  @Mixin private SubjectOptions subjectOptions;

  @Mixin private RoundsOption rounds;

  @Mixin private FailIf failIf;

  @Mixin private Output output;

  @Mixin private AgentsOptions agents;

  @Mixin private TlsOptions tls;

  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  private final List<RunResult> results = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  @Override
  public Integer call() throws IOException, ScenarioException {
    rounds.count(spec.commandLine());
    checkWorkers();
    List<Subject> subjects = subjects();
    Scenario scenario = scenario();
    agents.check(spec.commandLine(), scenario, tls);
    checkOthers(subjects);
    output.claimForResults(own(subjects).map(ResultFiles::log).toList());
    try {
      return measure(scenario, subjects);
    } finally {
      output.release();
    }
  }

  private int measure(Scenario scenario, List<Subject> subjects)
      throws IOException, ScenarioException {
    main.interruption().watch();
    try {
      checkControllers(subjects);
      LoadRunner runner = tls.over(agents.runner(spec.commandLine()), spec.commandLine());
      runAll(scenario, subjects, runner);
    } finally {
      main.interruption().endRuns();
      agents.close();
    }
    failures.forEach(spec.commandLine().getErr()::println);
    FailIf.Planned planned =
        new FailIf.Planned(
            subjects.stream().map(Subject::name).toList(), rounds.count(spec.commandLine()));
    int status = output.show(results, failIf, planned, spec.commandLine());
    return failures.isEmpty() ? status : 1;
  }

  /**
   * Starts controllers, and stops them, before agents are waited for. What is wrong with the
   * configuration is so with every strategy, and is said once; a subject may have mistakes of its
   * own.
   */
  private void checkControllers(List<Subject> subjects) throws IOException {
    boolean isFirst = true;
    for (StrategySubject each : own(subjects).toList()) {
      if (isFirst || !each.meaning().isEmpty()) {
        isFirst = false;
        try {
          start(each).close();
        } catch (IOException e) {
          throw each.meaning().isEmpty()
              ? e
              : new IOException(each.name() + ": " + e.getMessage(), e);
        }
      }
    }
  }

  private static Stream<StrategySubject> own(List<Subject> subjects) {
    return subjects.stream().flatMap(subject -> subject.own().stream());
  }

  /**
   * Looks whether the controllers of --against are there, before the time is spent that the
   * strategies take. Agents may reach what this machine does not.
   */
  private void checkOthers(List<Subject> subjects) throws IOException {
    for (Subject subject : agents.areWanted() ? List.<Subject>of() : subjects) {
      if (subject.address().isPresent()) {
        InetSocketAddress address = subject.address().get();
        try (Socket socket = new Socket()) {
          socket.connect(address, CONNECT_MS);
        } catch (IOException e) {
          throw new IOException(
              "--against: found "
                  + HostPort.text(address)
                  + ", but cannot connect to it: "
                  + e.getMessage()
                  + "; allowed: a controller that is running",
              e);
        }
      }
    }
  }

  private ControllerProcess start(StrategySubject subject) throws IOException {
    Path log = output.folder().resolve(ResultFiles.log(subject));
    return ControllerProcess.start(command(subject), log);
  }

  private void runAll(Scenario scenario, List<Subject> subjects, LoadRunner runner)
      throws IOException, ScenarioException {
    int count = rounds.count(spec.commandLine());
    try (TerminalProgress progress =
        new TerminalProgress(scenario, count, subjects.size(), output.draws())) {
      for (int round = 1; round <= count; round++) {
        List<Subject> order = new ArrayList<>(subjects);
        if (round % 2 == 0) {
          Collections.reverse(order);
        }
        String where = count == 1 ? "" : "round " + round + ": ";
        for (Subject subject : order) {
          if (main.interruption().isRequested()) {
            failures.add(where + subject.name() + ": not run: interrupted");
            continue;
          }
          progress.begin(round, subject.name());
          try {
            results.add(run(scenario, subject, runner, progress).inRound(round));
          } catch (IOException e) {
            failures.add(where + subject.name() + ": " + e.getMessage());
          }
          progress.end();
        }
      }
    }
  }

  private RunResult run(
      Scenario scenario, Subject subject, LoadRunner runner, TerminalProgress progress)
      throws IOException, ScenarioException {
    String name = subject.name();
    if (subject.address().isPresent()) {
      InetSocketAddress address = subject.address().get();
      return Emulation.run(scenario, address, name, Emulation.CpuMeter.NONE, runner, progress);
    }
    StrategySubject own = subject.own().orElseThrow();
    try (ControllerProcess controller = start(own);
        ApartWhenWarm apart = new ApartWhenWarm(controller.pid(), progress)) {
      return Emulation.run(
              scenario,
              controller.address(),
              name,
              controller::cpuSeconds,
              runner,
              isAlone(runner) ? apart : progress)
          .startedWith(own.meaning());
    }
  }

  /** Whether emulator and controller have a processor each, and nobody else is compared. */
  private boolean isAlone(LoadRunner runner) {
    return workers() == 1 && against.isEmpty() && runner.agentCount() == 0;
  }

  private List<String> command(StrategySubject subject) throws IOException {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--listen",
                agents.controllerHost() + ":0",
                "--strategy",
                subject.strategy(),
                "--workers",
                Integer.toString(workers())));
    subject.settings().forEach(setting -> options.addAll(List.of("--set", setting)));
    boolean isQuick = quick && config == null;
    return ControllerProcess.command(
        isQuick ? Installation.root().resolve(QUICK_CONFIG) : config, options);
  }

  private Scenario scenario() throws IOException, ScenarioException {
    return quick
        ? scenarioOptions.load(Optional.of(Installation.root().resolve(QUICK_SCENARIO)))
        : scenarioOptions.load();
  }

  /** All that are measured, in order; no two by one name. */
  private List<Subject> subjects() {
    boolean plain = strategies.isGiven() || !subjectOptions.isGiven();
    List<StrategySubject> named =
        plain
            ? strategies.names().stream()
                .map(name -> new StrategySubject(name, name, List.of()))
                .toList()
            : List.of();
    List<Subject> subjects = new ArrayList<>();
    for (StrategySubject own : subjectOptions.after(named)) {
      subjects.add(new Subject(own.name(), Optional.of(own), Optional.empty()));
    }
    against.forEach(text -> subjects.add(other(text)));
    Set<String> names = new HashSet<>();
    for (Subject subject : subjects) {
      if (!names.add(subject.name())) {
        throw new ParameterException(
            spec.commandLine(),
            "found '" + subject.name() + "' twice; allowed: once (--rounds N repeats all)");
      }
    }
    return subjects;
  }

  private void checkWorkers() {
    Bounds.check(spec.commandLine(), "--workers", workers(), 1, MOST_WORKERS);
  }

  private int workers() {
    int usual = quick ? 1 : Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
    return givenWorkers.orElse(usual);
  }

  private Subject other(String text) {
    int equals = text.indexOf('=');
    String place = equals < 0 ? text : text.substring(0, equals);
    String name = equals < 0 ? text : text.substring(equals + 1);
    if (name.isBlank()) {
      throw new ParameterException(
          spec.commandLine(), "--against: found '" + text + "'; allowed: HOST:PORT[=NAME]");
    }
    try {
      return new Subject(name, Optional.empty(), Optional.of(HostPort.parse(place)));
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), "--against: " + e.getMessage(), e);
    }
  }

  /** What is measured: one of ours, or a controller that runs at an address. */
  private record Subject(
      String name, Optional<StrategySubject> own, Optional<InetSocketAddress> address) {}
}
