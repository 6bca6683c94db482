package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import maestro.bench.soak.ChangingConfiguration;
import maestro.bench.soak.Soak;
import maestro.bench.soak.SoakPlan;
import maestro.bench.soak.SoakReport;
import maestro.bench.soak.SoakResult;
import maestro.bench.soak.SoakResult.Answers;
import maestro.bench.soak.SoakResult.Sample;
import maestro.cli.line.Bounds;
import maestro.emulator.cli.HostPort;
import maestro.emulator.cli.Output;
import maestro.emulator.cli.StrategyOption;
import maestro.emulator.cli.TimeOption;
import maestro.emulator.cli.VersionOption;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.scenario.ProtocolVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bench soak}: hours of mixed load, and the check that nothing grows or is lost. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    description = {
      "Hours of mixed load on one controller: does anything grow, is anything lost?",
      "Switches that stay and change their rates, switches that come and go, switches that hardly"
          + " read, and a configuration that changes. Exit status 1 when something was lost or"
          + " grew."
    })
final class SoakCommand implements Callable<Integer> {
  private static final int MOST_COLLECTIONS = 120;
  private static final long LEAST_COLLECT_NS = 20_000_000_000L;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeOption.class,
      defaultValue = "8h",
      description = "How long, such as 20m or 8h (default: ${DEFAULT-VALUE}).")
  private Duration duration;

  @Option(
      names = "--controller",
      paramLabel = "HOST:PORT",
      converter = HostPort.class,
      description = "A controller that is already running (default: start one of ours).")
  private InetSocketAddress controller;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description = "The process id of the controller on this machine, to sample its resources.")
  private Long pid;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration of our controller (default: config/learning-switch.conf).")
  private Path config;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      defaultValue = "fair-share",
      converter = StrategyOption.class,
      description = "The strategy of our controller (default: ${DEFAULT-VALUE}).")
  private String strategy;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "2",
      description = "The workers of our controller (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--switches",
      paramLabel = "N",
      defaultValue = "16",
      description = "Switches that stay (default: ${DEFAULT-VALUE}).")
  private int switches;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Their requests a second together, on average (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--churning",
      paramLabel = "N",
      defaultValue = "24",
      description = "The most switches that come and go together (default: ${DEFAULT-VALUE}).")
  private int churning;

  @Option(
      names = "--slow",
      paramLabel = "N",
      defaultValue = "2",
      description = "Switches that hardly read (default: ${DEFAULT-VALUE}).")
  private int slow;

  @Option(
      names = "--sample",
      paramLabel = "TIME",
      converter = TimeOption.class,
      defaultValue = "10s",
      description = "The time between two samples of the controller (default: ${DEFAULT-VALUE}).")
  private Duration sample;

  @Option(
      names = "--reload",
      paramLabel = "TIME",
      converter = TimeOption.class,
      defaultValue = "5m",
      description =
          "The time between two changes of its configuration (default: ${DEFAULT-VALUE}).")
  private Duration reload;

  @Option(
      names = "--openflow",
      paramLabel = "VERSION",
      converter = VersionOption.class,
      description = "What all switches speak, 1.0 or 1.3 (default: half of them each).")
  private ProtocolVersion openflow;

  @Option(names = "--seed", paramLabel = "N", description = "The seed of the random numbers.")
  private Long seed;

  @Mixin private Output output;

  @ParentCommand private Main bench;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    check();
    output.claim("soak");
    try {
      return soak();
    } finally {
      output.release();
    }
  }

  private int soak() throws IOException {
    bench.interruption().watch();
    SoakResult result;
    try {
      result = controller == null ? soakOurs() : soakTheirs();
    } finally {
      bench.interruption().endRuns();
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(SoakReport.text(result));
    out.flush();
    Path page = SoakReport.write(output.folder(), result);
    spec.commandLine().getErr().println("written: " + page.toAbsolutePath().normalize());
    return result.isGood() ? 0 : 1;
  }

  private void check() {
    Bounds.atLeast(spec.commandLine(), "--switches", switches, 1);
    Bounds.atLeast(spec.commandLine(), "--churning", churning, 0);
    Bounds.atLeast(spec.commandLine(), "--slow", slow, 0);
    Bounds.atLeast(spec.commandLine(), "--workers", workers, 1);
    if (!(rate > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--rate: found " + rate + "; allowed: more than 0");
    }
    if (pid != null && controller == null) {
      throw new ParameterException(
          spec.commandLine(), "--pid: found without --controller; allowed: with it");
    }
  }

  private SoakResult soakTheirs() throws IOException {
    OptionalLong process = pid == null ? OptionalLong.empty() : OptionalLong.of(pid);
    return new Soak(plan(), controller, process, null)
        .run(HostPort.text(controller), this::progress);
  }

  private SoakResult soakOurs() throws IOException {
    Path log = output.folder().resolve("controller.log");
    Path included = config == null ? ControllerProcess.defaultConfig() : config;
    ChangingConfiguration changing =
        new ChangingConfiguration(output.folder().resolve("soak.conf"), included, log);
    try (ControllerProcess ours =
        ControllerProcess.start(
            ControllerProcess.command(
                output.folder().resolve("soak.conf"),
                List.of(
                    "--listen",
                    "127.0.0.1:0",
                    "--strategy",
                    strategy,
                    "--workers",
                    Integer.toString(workers))),
            log)) {
      return new Soak(plan(), ours.address(), OptionalLong.of(ours.pid()), changing)
          .run(strategy, this::progress);
    }
  }

  private SoakPlan plan() {
    long durationNs = duration.toNanos();
    return new SoakPlan(
        durationNs,
        switches,
        rate,
        churning,
        slow,
        sample.toNanos(),
        Math.max(LEAST_COLLECT_NS, durationNs / MOST_COLLECTIONS),
        reload.toNanos(),
        seed == null ? System.nanoTime() : seed,
        versions());
  }

  private List<Integer> versions() {
    return Arrays.stream(ProtocolVersion.values())
        .filter(version -> openflow == null || version == openflow)
        .map(ProtocolVersion::wireVersion)
        .toList();
  }

  /** One line for each sample. */
  private void progress(Sample sample, long answered, int joins, Answers ended) {
    long seconds = Math.round(sample.atSeconds());
    String line =
        String.format(
            Locale.ROOT,
            "%d:%02d:%02d  %,d answers, %,.0f a second; %d switches, %,d joins; missing %d, bad %d;"
                + " descriptors %.0f, resident %.0f MiB%s",
            seconds / 3_600,
            seconds / 60 % 60,
            seconds % 60,
            answered,
            sample.answersPerSecond(),
            sample.switches(),
            joins,
            ended.missing(),
            ended.bad(),
            sample.descriptors(),
            sample.residentBytes() / (1 << 20),
            Double.isNaN(sample.heapBytes())
                ? ""
                : String.format(
                    Locale.ROOT,
                    ", heap %.1f MiB, direct %.1f MiB",
                    sample.heapBytes() / (1 << 20),
                    sample.directBytes() / (1 << 20)));
    spec.commandLine().getErr().println(line);
    spec.commandLine().getErr().flush();
  }
}
