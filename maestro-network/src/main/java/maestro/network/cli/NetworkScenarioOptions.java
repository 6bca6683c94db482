package maestro.network.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.cli.FailIf;
import maestro.emulator.condition.Condition;
import maestro.emulator.condition.ConditionException;
import maestro.emulator.condition.Judgement;
import maestro.emulator.scenario.ScenarioException;
import maestro.network.VirtualNetwork;
import maestro.network.channel.VirtualController;
import maestro.network.channel.VirtualControllerProvider;
import maestro.network.report.ScenarioMetrics;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.NetworkScenario;
import maestro.network.scenario.NetworkScenarioFile;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** What {@code network} does by a file, and in virtual time. */
final class NetworkScenarioOptions {
  /** The keys of a scenario that have an option of their own. */
  private static final Map<String, String> KEYS = new LinkedHashMap<>();

  /** Options that a scenario has no use for. */
  private static final List<String> WITHOUT_SCENARIO =
      List.of("--console", "--ipv6", "--tuple-space");

  static {
    KEYS.put("--topology", "topology");
    KEYS.put("--hosts", "hosts");
    KEYS.put("--openflow", "openflow");
    KEYS.put("--settle", "settle");
    KEYS.put("--timeout", "ping-timeout");
    KEYS.put("--exact-entries", "tables.exact-entries");
    KEYS.put("--wildcard-entries", "tables.wildcard-entries");
    KEYS.put("--buffers", "buffers");
    KEYS.put("--memory", "tables.memory");
    KEYS.put("--link-delay", "links.delay");
  }

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description =
          "Run what the file says: traffic, failures, how long. Other options win over the file"
              + " (docs/network.md).")
  private Path scenario;

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      converter = Reader.class,
      description =
          "With --scenario: exit with 3 when this holds of the result, such as"
              + " 'lost(pings) > 1 %% or loops > 0' (docs/network.md lists the metrics).")
  private Condition failIf;

  @Option(
      names = "--virtual-time",
      description =
          "With --scenario and --config: run network and controller on a clock that jumps, so that"
              + " the same scenario gives the same result, and an hour takes seconds.")
  private boolean virtualTime;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "With --virtual-time: the controller's configuration.")
  private Path config;

  @Option(
      names = "--apps",
      paramLabel = "DIR",
      description = "With --virtual-time: a further folder with applications.")
  private List<Path> folders = new ArrayList<>();

  /** Whether there is a file to run. */
  boolean isGiven() {
    return scenario != null;
  }

  boolean isVirtual() {
    return virtualTime;
  }

  /** Says which options do not fit each other. */
  void check(ParseResult parsed, boolean hasController) {
    String mistake = "";
    if (virtualTime && hasController) {
      mistake = "--virtual-time: found with --controller or --listen; allowed: with --config";
    } else if (virtualTime && (scenario == null || config == null)) {
      mistake = "--virtual-time: found without --scenario or --config; allowed: with both";
    } else if (!virtualTime && (config != null || !folders.isEmpty())) {
      mistake = "--config, --apps: found without --virtual-time; allowed: with it";
    } else if (!virtualTime && !hasController) {
      mistake =
          "found no --controller; allowed: --controller HOST:PORT, --listen HOST:PORT, or both";
    } else if (failIf != null && scenario == null) {
      mistake = "--fail-if: found without --scenario; allowed: with it";
    } else if (scenario != null && parsed.hasMatchedOption("--pingall")) {
      mistake = "--pingall: found with --scenario; allowed: ping-all in the scenario";
    } else if (scenario != null) {
      mistake =
          WITHOUT_SCENARIO.stream()
              .filter(parsed::hasMatchedOption)
              .findFirst()
              .map(option -> option + ": found with --scenario; allowed: without it")
              .orElse("");
    }
    if (!mistake.isEmpty()) {
      throw new ParameterException(parsed.commandSpec().commandLine(), mistake);
    }
  }

  NetworkScenario load(ParseResult parsed) throws ScenarioException {
    List<CommandLineSetting> settings = new ArrayList<>();
    KEYS.forEach(
        (option, key) -> {
          if (parsed.hasMatchedOption(option)) {
            String text = parsed.matchedOption(option).originalStringValues().get(0);
            settings.add(CommandLineSetting.ofOption(option, key, value(option, text)));
          }
        });
    return NetworkScenarioFile.load(Optional.of(scenario), settings);
  }

  private static String value(String option, String text) {
    if (option.equals("--link-delay")) {
      return text + " us";
    }
    return option.equals("--hosts") && text.equals("0") ? "auto" : text;
  }

  /**
   * Runs it in virtual time.
   *
   * @param beginning is called when the network has settled, before anything happens
   */
  ScenarioReport runVirtually(
      NetworkScenario loaded, Duration connectTimeout, Consumer<VirtualNetwork> beginning)
      throws IOException, BadConfigurationException {
    VirtualControllerProvider provider =
        ServiceLoader.load(VirtualControllerProvider.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new IOException(
                        "--virtual-time: no controller is beside the emulator; start it with"
                            + " the launcher"));
    VirtualController.Factory factory = provider.of(config, folders);
    try (VirtualNetwork network = new VirtualNetwork(loaded, factory)) {
      network.awaitController(connectTimeout.toNanos());
      network.runFor(loaded.settleNs());
      beginning.accept(network);
      return network.run();
    }
  }

  /** Judges a result, unless it was interrupted; returns the exit status. */
  int judge(NetworkScenario loaded, ScenarioReport report, PrintWriter err) {
    Optional<Condition> condition = Optional.ofNullable(failIf).or(loaded::failIf);
    if (condition.isEmpty()) {
      return 0;
    }
    if (report.run().interrupted()) {
      err.println("fail-if: not judged: the scenario was interrupted");
      err.flush();
      return 1;
    }
    Judgement judgement = ScenarioMetrics.judge(condition.get(), report);
    String verdict = judgement.holds() ? "failed" : "passed";
    err.println("fail-if: " + verdict + ": " + String.join("; ", judgement.reasons()));
    err.flush();
    return judgement.holds() ? FailIf.STATUS : 0;
  }

  /** Reads the option's value. */
  static final class Reader implements ITypeConverter<Condition> {
    @Override
    public Condition convert(String text) {
      try {
        return Condition.parse(text, ScenarioMetrics.all());
      } catch (ConditionException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
