package maestro.config.file;

import com.typesafe.config.ConfigValue;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import maestro.config.BatchingPolicyName;
import maestro.config.BrokenJarMode;
import maestro.config.ChoppingThread;
import maestro.config.DuplicateMode;
import maestro.config.IdleMode;
import maestro.config.ListenAddress;
import maestro.config.MaestroConfig;
import maestro.config.MaestroConfig.Applications;
import maestro.config.MaestroConfig.Batching;
import maestro.config.MaestroConfig.Connection;
import maestro.config.MaestroConfig.Connections;
import maestro.config.MaestroConfig.Distribution;
import maestro.config.MaestroConfig.RateLimit;
import maestro.config.MaestroConfig.Weights;
import maestro.config.Nearest;
import maestro.config.OverLimit;
import maestro.config.Preset;
import maestro.config.RoleMode;
import maestro.config.StrategyName;
import maestro.config.SwitchNames;

/** Reads the sections of {@code reference.conf}, with their bounds. */
final class ConfigReader {
  private static final long US = 1_000L;
  private static final long MS = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final long HOUR = 3_600 * SECOND;
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;
  private static final long MOST_MEMORY_BYTES = 1024L * 1024 * MIB;

  /** The read size of the paper's strategies: small, for fairness. */
  private static final int SMALL_READ_BYTES = 2 * KIB;

  /**
   * The read size whose answers go out in one packet, with a FLOW_MOD of 80 or 104 bytes for a
   * PACKET_IN of 78 or 102. The kernel passes 65,160 bytes at once to an Ethernet card, 65,483 to
   * loopback. A few bytes more would make a second, small packet.
   */
  private static final int LARGE_READ_BYTES = 62 * KIB;

  private static final Pattern ADDRESS =
      Pattern.compile("(\\*|\\[(?<v6>[0-9a-fA-F:.%a-z]+)]|[^:\\s\\[\\]*]+):(?<port>[0-9]{1,5})");
  private static final int MAX_PORT = 65535;

  private final List<String> applicationNames;

  /** What sequences call switches; read before these. */
  private SwitchNames names = SwitchNames.NONE;

  ConfigReader(List<String> applicationNames) {
    this.applicationNames = applicationNames;
  }

  private SwitchNames names(Section switches) {
    names = new NamesReader(switches).read();
    return names;
  }

  static String unknownApplication(String name, List<String> names) {
    String allowed = names.isEmpty() ? "none, since none was found" : String.join(", ", names);
    return "unknown application '" + name + "'; allowed: " + allowed + Nearest.hint(name, names);
  }

  MaestroConfig read(Section root) {
    Section maestro = root.section("maestro");
    MaestroConfig config =
        new MaestroConfig(
            maestro.parsed(
                "listen",
                "HOST:PORT with a port from 0 to 65535, such as 127.0.0.1:6653",
                new ListenAddress("*", 0),
                ConfigReader::listen),
            maestro.choice("role", RoleMode.class),
            new ControlReader(maestro.section("control")).read(),
            distribution(maestro.section("distribution")),
            batching(maestro.section("batching")),
            connection(maestro.section("connection")),
            connections(maestro.section("connections")),
            new TlsReader(maestro.section("tls")).read(),
            new ClusterReader(maestro.section("cluster")).read(),
            weights(maestro.section("weights")),
            rateLimit(maestro.section("rate-limit")),
            names(maestro.section("switches")),
            new VlanReader(maestro.section("vlans")).read(),
            applications(maestro),
            new SequenceReader(applicationNames, names).read(root.section("sequences")));
    maestro.noOtherKeys();
    boolean isForCluster = !maestro.isOwn("role") || config.role() == RoleMode.AUTO;
    if (config.cluster().isPresent() && !isForCluster && maestro.isRight("role")) {
      maestro.problem(
          "role",
          "found %s; allowed: auto, since there is a cluster".formatted(config.role().text()));
    }
    return config;
  }

  static Optional<ListenAddress> listen(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > MAX_PORT) {
      return Optional.empty();
    }
    String host = matcher.group("v6") == null ? matcher.group(1) : matcher.group("v6");
    return Optional.of(new ListenAddress(host, Integer.parseInt(matcher.group("port"))));
  }

  private static Distribution distribution(Section section) {
    StrategyName strategy = section.choice("strategy", StrategyName.class);
    int workerCount =
        section
            .integerOrAuto("workers", 1, 256)
            .orElseGet(() -> Math.min(256, Runtime.getRuntime().availableProcessors()));
    Preset preset = section.choice("preset", Preset.class);
    if (section.isRight("strategy", "preset") && preset.settings(strategy).isEmpty()) {
      section.problem("preset", presetsOf(strategy, preset));
    }
    Distribution distribution =
        new Distribution(
            strategy,
            workerCount,
            section
                .sizeBytesOrAuto("read-size", 512, MIB)
                .orElseGet(() -> usualReadSizeBytes(strategy)),
            section.integer("quantum", 1, 65_536),
            section.number("light-visits", 0.01, 0.2),
            section.integer("queue-capacity", 16, 1_048_576),
            section.integer("select-threads", 1, 64),
            section.choice("chop", ChoppingThread.class),
            section.durationNs("repartition-interval", 10 * MS, HOUR),
            section.number("repartition-tolerance", 0, 10),
            section.flag("bind-cores"),
            section.choice("idle", IdleMode.class));
    section.noOtherKeys();
    return distribution;
  }

  private static String presetsOf(StrategyName strategy, Preset found) {
    String allowed =
        Arrays.stream(Preset.values())
            .filter(preset -> preset.settings(strategy).isPresent())
            .map(Preset::text)
            .collect(Collectors.joining(", "));
    return "found '%s'; allowed: %s, since the strategy is %s"
        .formatted(found.text(), allowed, strategy.text());
  }

  private static int usualReadSizeBytes(StrategyName strategy) {
    return switch (strategy) {
      case STATIC_PARTITION, FAIR_SHARE -> LARGE_READ_BYTES;
      case SHARED_QUEUE, DYNAMIC_PARTITION, ROUND_ROBIN -> SMALL_READ_BYTES;
    };
  }

  private static Batching batching(Section section) {
    Batching batching =
        new Batching(
            section.choice("policy", BatchingPolicyName.class),
            section.durationNs(
                "delay-upper-bound", Batching.LEAST_BOUND_NS, Batching.MOST_BOUND_NS),
            section.integer("threshold", 1, 8_192),
            section.flag("whole-batches"),
            trace(section));
    section.noOtherKeys();
    return batching;
  }

  private static Optional<Path> trace(Section section) {
    return fileOrNone(section, "trace");
  }

  /** A file that can be written, as far as its folder is there; empty for "". */
  static Optional<Path> fileOrNone(Section section, String key) {
    Section.Item named = section.item(key);
    if (named.text().isEmpty()) {
      return Optional.empty();
    }
    Optional<Path> file = absolute(named).filter(ConfigReader::mayBecomeFile);
    if (file.isEmpty()) {
      section.problem(
          named, key, "found '" + named.text() + "'; allowed: a file in a folder that exists");
    }
    return file;
  }

  private static Optional<Path> absolute(Section.Item named) {
    try {
      return Optional.of(besideItsFile(named).toAbsolutePath());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean mayBecomeFile(Path path) {
    Path folder = path.getParent();
    return folder != null && Files.isDirectory(folder) && !Files.isDirectory(path);
  }

  private static Connections connections(Section section) {
    Connections connections =
        new Connections(section.largeSizeBytesOrAuto("memory", 8 * MIB, MOST_MEMORY_BYTES));
    section.noOtherKeys();
    return connections;
  }

  private static Connection connection(Section section) {
    int maxSwitches = section.integer("max-switches", 1, 1_000_000);
    Connection connection =
        new Connection(
            maxSwitches,
            section.integerOrAuto("max-per-address", 1, 1_000_000).orElse((maxSwitches + 1) / 2),
            section.durationNs("handshake-timeout", 100 * MS, HOUR),
            section.durationNs("echo-interval", 100 * MS, HOUR),
            section.durationNs("echo-timeout", 100 * MS, HOUR),
            section.sizeBytes("output-high-water", 64 * KIB, 64 * MIB),
            section.durationNs("stalled-timeout", 100 * MS, HOUR),
            section.choice("duplicate-datapath-id", DuplicateMode.class),
            section.durationNs("duplicate-wait", 100 * MS, HOUR),
            section.durationNs("request-timeout", 100 * MS, HOUR),
            section.sizeBytesOrAuto("receive-buffer", 4 * KIB, 64 * MIB),
            section.sizeBytesOrAuto("send-buffer", 4 * KIB, 64 * MIB));
    if (connection.echoTimeoutNs() <= connection.echoIntervalNs()
        && section.isRight("echo-interval", "echo-timeout")) {
      sayTooLong(section, "echo-interval", "echo-timeout");
    }
    if (connection.duplicateWaitNs() >= connection.handshakeTimeoutNs()
        && connection.duplicateMode() == DuplicateMode.VERIFY
        && section.isRight("duplicate-wait", "duplicate-datapath-id", "handshake-timeout")) {
      sayTooLong(section, "duplicate-wait", "handshake-timeout");
    }
    section.noOtherKeys();
    return connection;
  }

  /** Reports two durations when the first is not less than the second. */
  private static void sayTooLong(Section section, String shorter, String longer) {
    boolean shorterIsOwn = section.isOwn(shorter) && !section.isOwn(longer);
    String key = shorterIsOwn ? shorter : longer;
    String other = shorterIsOwn ? longer : shorter;
    section.problem(
        key,
        "found %s; allowed: %s than %s, which is %s"
            .formatted(
                section.show(key), shorterIsOwn ? "less" : "more", other, section.show(other)));
  }

  private static Weights weights(Section section) {
    return new Weights(
        section.bySwitch("one weight a switch", key -> section.integer(key, 1, Weights.MOST)));
  }

  private static RateLimit rateLimit(Section section) {
    OptionalInt requests = section.integerOrOff("requests", 1, RateLimit.MOST);
    Section switches = section.section("switches");
    Map<Long, OptionalInt> byDatapathId =
        switches.bySwitch(
            "one limit a switch", key -> switches.integerOrOff(key, 1, RateLimit.MOST));
    RateLimit limit =
        new RateLimit(
            requests,
            section.integerOrAuto("burst", 1, RateLimit.MOST),
            section.choice("over", OverLimit.class),
            byDatapathId);
    section.noOtherKeys();
    return limit;
  }

  static Applications applications(Section maestro) {
    Section section = maestro.section("applications");
    List<Path> directories = new ArrayList<>();
    for (Section.Item directory : section.texts("directories")) {
      directories.add(besideItsFile(directory));
    }
    Applications applications =
        new Applications(
            directories,
            section.choice("on-broken", BrokenJarMode.class),
            section.integer("fault-budget", 1, 1_000_000),
            section.durationNs("slow-stage", 100 * US, HOUR),
            section.durationNs("stall-limit", MS, HOUR),
            Intervals.offOrNs(section, "check-entries-every"),
            section.flag("check-stages"),
            section.flag("reload-on-change"),
            fileOrNone(section, "store"),
            section.sizeBytes("store-limit", 64 * KIB, 1024 * MIB));
    section.noOtherKeys();
    return applications;
  }

  static Path besideItsFile(Section.Item named) {
    ConfigValue at = named.at();
    Path path = Path.of(named.text());
    return at.origin().filename() == null
        ? path
        : Path.of(at.origin().filename()).resolveSibling(path);
  }
}
