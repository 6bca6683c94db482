package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import maestro.bench.isolation.Attack;
import maestro.bench.isolation.Attacks;
import maestro.bench.isolation.Isolation;
import maestro.bench.isolation.IsolationReport;
import maestro.bench.isolation.IsolationResult;
import maestro.bench.isolation.IsolationRun;
import maestro.bench.isolation.IsolationRunner;
import maestro.cli.SettingConverter;
import maestro.config.Nearest;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.cli.HostPort;
import maestro.emulator.cli.Output;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Emulation;
import maestro.emulator.report.Timestamp;
import maestro.emulator.scenario.ProtocolVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bench isolation}: attacks a controller, and shows the effect on a good switch. */
@Command(
    name = "isolation",
    mixinStandardHelpOptions = true,
    description = "Attack a controller, and show the effect on a good switch.")
final class IsolationCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "ATTACK",
      description = "The attacks to run (default: all).")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--controller",
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      description = "A running controller (default: start Maestro with short timeouts).")
  private InetSocketAddress controller;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Tries of each attack (default: its own number, see --list).")
  private Integer repeat;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description = "Run each attack for this time instead.")
  private Double durationSeconds;

  @Option(
      names = "--openflow",
      paramLabel = "VERSION",
      defaultValue = "1.3",
      description = "1.0 or 1.3, for all switches (default: ${DEFAULT-VALUE}).")
  private String openflow;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed of the random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      converter = SettingConverter.class,
      description = "A key of the started controller's configuration. May be repeated.")
  private List<CommandLineSetting> settings = new ArrayList<>();

  @Option(names = "--list", description = "List the attacks, and run none.")
  private boolean list;

  @Mixin private Output output;

  @ParentCommand private Main bench;

  @Spec private CommandSpec spec;

  private final String startedAt = Timestamp.now();

  @Override
  public Integer call() throws IOException, BadConfigurationException {
    List<Attack> attacks = chosen();
    int version = version();
    checkEffort();
    if (list) {
      attacks.forEach(this::describe);
      return 0;
    }
    if (controller == null) {
      IsolationRunner.check(ControllerProcess.defaultConfig(), attacks, settings);
    }
    output.claim("isolation");
    try {
      return attack(attacks, version);
    } finally {
      output.release();
    }
  }

  private int attack(List<Attack> attacks, int version) throws IOException {
    IsolationRunner runner =
        new IsolationRunner(version, seed, effort(), output.folder(), this::say);
    bench.interruption().watch();
    boolean complete = false;
    try {
      attack(runner, attacks);
      complete = true;
    } catch (InterruptedException e) {
      say("interrupted");
    } catch (IOException e) {
      say(e.getMessage());
    } finally {
      bench.interruption().endRuns();
    }
    return show(runner.results()) && complete ? 0 : 1;
  }

  private void attack(IsolationRunner runner, List<Attack> attacks)
      throws IOException, InterruptedException {
    if (controller != null) {
      runner.attack(controller, attacks);
    } else {
      runner.attackMaestro(attacks, settings);
    }
  }

  private IsolationRun.Effort effort() {
    OptionalInt repeats = repeat == null ? OptionalInt.empty() : OptionalInt.of(repeat);
    long durationNs = durationSeconds == null ? 0 : (long) (durationSeconds * 1e9);
    return new IsolationRun.Effort(repeats, durationNs);
  }

  private boolean show(List<IsolationResult> results) throws IOException {
    if (results.isEmpty()) {
      return false;
    }
    String attacked =
        controller == null ? IsolationRunner.maestro(settings) : HostPort.text(controller);
    Isolation isolation =
        new Isolation(startedAt, Emulation.machine(), attacked, openflow, results);
    Path page = IsolationReport.write(output.folder(), isolation);
    PrintWriter out = spec.commandLine().getOut();
    out.print(IsolationReport.table(isolation));
    out.flush();
    say("written: " + page.toAbsolutePath().normalize());
    return isolation.allKept();
  }

  private void describe(Attack attack) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s (%,d times)%n", attack.name(), attack.repeats());
    out.printf("    %s%n    %s%n", attack.promise(), attack.what());
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private List<Attack> chosen() {
    List<String> known = Attacks.ALL.stream().map(Attack::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw usage(
            "ATTACK: found '%s'; allowed: %s%s"
                .formatted(name, String.join(", ", known), Nearest.hint(name, known)));
      }
    }
    return Attacks.ALL.stream()
        .filter(attack -> names.isEmpty() || names.contains(attack.name()))
        .toList();
  }

  private int version() {
    for (ProtocolVersion version : ProtocolVersion.values()) {
      if (version.text().equals(openflow)) {
        return version.wireVersion();
      }
    }
    throw usage("--openflow: found '" + openflow + "'; allowed: 1.0, 1.3");
  }

  private void checkEffort() {
    if (repeat != null && repeat < 1) {
      throw usage("--repeat: found " + repeat + "; allowed: 1 or more");
    }
    if (durationSeconds != null && !(durationSeconds > 0)) {
      throw usage("--duration: found " + durationSeconds + "; allowed: more than 0");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
