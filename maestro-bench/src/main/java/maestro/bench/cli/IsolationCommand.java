package maestro.emulator.cli;

import com.typesafe.config.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import maestro.config.CommandLineSetting;
import maestro.config.ConfigLoader;
import maestro.config.Hocon;
import maestro.config.Problems;
import maestro.emulator.attack.Attack;
import maestro.emulator.attack.Attacks;
import maestro.emulator.attack.Certificates;
import maestro.emulator.attack.IsolationRun;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Emulation;
import maestro.emulator.report.Isolation;
import maestro.emulator.report.IsolationReport;
import maestro.emulator.report.IsolationResult;
import maestro.emulator.report.IsolationResult.Footprint;
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

/** {@code bench isolation}: attacks a controller and says what a good switch noticed. */
@Command(
    name = "isolation",
    mixinStandardHelpOptions = true,
    description = "Attack a controller and say what a good switch beside it noticed.")
final class IsolationCommand implements Callable<Integer> {
  /** So that an attack that has to wait for a timeout does not wait for long. */
  private static final Map<String, String> SHORT_TIMEOUTS =
      Map.of(
          "maestro.connection.handshake-timeout", "2 s",
          "maestro.connection.echo-interval", "1 s",
          "maestro.connection.echo-timeout", "3 s",
          "maestro.connection.stalled-timeout", "2 s");

  @Parameters(arity = "0..*", paramLabel = "ATTACK", description = "Only these (default: all).")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--controller",
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      description = "One that is running (default: Maestro is started, with short timeouts).")
  private InetSocketAddress controller;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Try each attack so often (default: each its own number; see --list).")
  private Integer repeat;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description = "Try each attack for so long instead.")
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
      description = "Of all that is random (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A key of the started controller's configuration. May be repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(names = "--list", description = "Say what there is, and try nothing.")
  private boolean list;

  @Mixin private Output output;

  @ParentCommand private BenchCommand bench;

  @Spec private CommandSpec spec;

  private final List<IsolationResult> results = new ArrayList<>();
  private final String startedAt = Timestamp.now();

  @Override
  public Integer call() throws IOException {
    List<Attack> attacks = chosen();
    int version = version();
    checkEffort();
    if (list) {
      attacks.forEach(this::describe);
      return 0;
    }
    output.folder();
    bench.main().interruption().watch();
    boolean complete = false;
    try {
      attackAll(attacks, version);
      complete = true;
    } catch (InterruptedException e) {
      say("interrupted");
    } catch (IOException e) {
      say(e.getMessage());
    } finally {
      bench.main().interruption().endRuns();
    }
    return show() && complete ? 0 : 1;
  }

  private void attackAll(List<Attack> attacks, int version)
      throws IOException, InterruptedException {
    if (controller != null) {
      attackEach(
          attacks.stream().filter(attack -> !attack.overTls()).toList(),
          run(controller, version, null, () -> Footprint.UNKNOWN));
      return;
    }
    Map<Started, List<Attack>> alikeByController =
        attacks.stream()
            .collect(
                Collectors.groupingBy(
                    attack -> new Started(attack.settings(), attack.overTls()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    for (Map.Entry<Started, List<Attack>> alike : alikeByController.entrySet()) {
      Path log = output.folder().resolve("isolation.log");
      Map<String, String> wanted = new TreeMap<>(alike.getKey().settings());
      Certificates certificates = null;
      if (alike.getKey().overTls()) {
        certificates = Certificates.make(output.folder().resolve("certificates"));
        wanted.putAll(certificates.controllerSettings());
      }
      List<String> options = options(wanted);
      try (ControllerProcess started =
          ControllerProcess.start(ControllerProcess.command(null, options), log)) {
        attackEach(
            alike.getValue(), run(started.address(), version, certificates, started::footprint));
      }
    }
  }

  private IsolationRun run(
      InetSocketAddress address,
      int version,
      Certificates certificates,
      Supplier<Footprint> footprint) {
    OptionalInt repeats = repeat == null ? OptionalInt.empty() : OptionalInt.of(repeat);
    long durationNs = durationSeconds == null ? 0 : (long) (durationSeconds * 1e9);
    return new IsolationRun(
        address,
        version,
        seed,
        new IsolationRun.Effort(repeats, durationNs),
        certificates,
        footprint);
  }

  private void attackEach(List<Attack> attacks, IsolationRun run)
      throws IOException, InterruptedException {
    for (Attack attack : attacks) {
      say(attack.name() + ": " + attack.what());
      IsolationResult result = run.attack(attack);
      results.add(result);
      IsolationReport.failures(result).forEach(failure -> say(attack.name() + ": " + failure));
      if (!result.after().alive()) {
        throw new IOException("the controller has died; its log: " + output.folder());
      }
    }
  }

  /** A controller that some attacks share. */
  private record Started(Map<String, String> settings, boolean overTls) {}

  private boolean show() throws IOException {
    if (results.isEmpty()) {
      return false;
    }
    Isolation isolation =
        new Isolation(startedAt, Emulation.machine(), attacked(), openflow, results);
    Path page = IsolationReport.write(output.folder(), isolation);
    PrintWriter out = spec.commandLine().getOut();
    out.print(IsolationReport.table(isolation));
    out.flush();
    say("written: " + page.toAbsolutePath().normalize());
    return isolation.allKept();
  }

  /** The address of a controller that was running, or what ours was told to be. */
  private String attacked() throws IOException {
    if (controller != null) {
      return HostPort.text(controller);
    }
    Problems problems = new Problems();
    List<CommandLineSetting> own =
        settings.stream().map(setting -> CommandLineSetting.parse("--set", setting)).toList();
    Config file = Hocon.parse(ControllerProcess.defaultConfig(), problems);
    Config config =
        Hocon.parse(own, problems).withFallback(file).withFallback(ConfigLoader.reference());
    return "Maestro, " + config.getString("maestro.distribution.strategy");
  }

  private List<String> options(Map<String, String> ofAttack) {
    Map<String, String> all = new TreeMap<>(SHORT_TIMEOUTS);
    all.putAll(ofAttack);
    List<String> options = new ArrayList<>(List.of("--listen", "127.0.0.1:0"));
    all.forEach((key, value) -> options.addAll(List.of("--set", key + "=" + value)));
    settings.forEach(setting -> options.addAll(List.of("--set", setting)));
    return options;
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
        throw usage("found '" + name + "'; allowed: " + String.join(", ", known));
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
