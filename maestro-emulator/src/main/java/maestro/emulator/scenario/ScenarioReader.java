package maestro.emulator.scenario;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;
import maestro.config.file.Section;
import maestro.emulator.scenario.Scenario.Durations;
import maestro.emulator.scenario.Scenario.Hosts;
import maestro.emulator.scenario.Scenario.Network;
import maestro.emulator.scenario.Scenario.Packets;
import maestro.emulator.scenario.Scenario.Probing;
import maestro.emulator.scenario.Scenario.Shape;
import maestro.emulator.scenario.Scenario.Step;
import maestro.emulator.topology.SwitchTopology;
import maestro.emulator.topology.TopologyException;
import maestro.emulator.topology.TopologyNames;

/** Makes a scenario of a resolved configuration. Used once, by one thread. */
final class ScenarioReader {
  private static final int MAX_SWITCHES = 20_000;
  private static final int MAX_HOSTS = 10_000_000;
  private static final int MAX_OUTSTANDING = 1_000_000;
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
  private static final Pattern HOSTS =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([kM]?)(\\s*per\\s*switch)?");
  private static final Pattern SHAPE = Pattern.compile("([a-z-]+)(?:\\(\\s*(.+?)\\s*\\))?");
  private static final String ONLY_WITH_RATE = "is there; allowed: only with load = rate";

  private final Section root;
  private final Config own;
  private final Path folder;
  private final Problems problems;
  private SwitchTopology topology;

  /**
   * Prepares to read.
   *
   * @param all the operator's settings over the defaults
   * @param own the operator's settings alone, to know what was said
   * @param folder what the names of files are relative to
   */
  ScenarioReader(Config all, Config own, Path folder, Problems problems) {
    this.root = Section.root(all, problems);
    this.own = own;
    this.folder = folder;
    this.problems = problems;
  }

  /** The scenario; to be thrown away when there are problems. */
  Scenario read() {
    String name =
        root.parsed(
            "name",
            "one word of letters, digits, dots and hyphens",
            "",
            text -> Optional.of(text).filter(t -> t.matches("[A-Za-z0-9._-]{1,64}")));
    String description = root.text("description");
    LoadMode load = root.choice("load", LoadMode.class);
    ProtocolVersion openflow = root.choice("openflow", ProtocolVersion.class);
    Network network = network(root.section("network"));
    Hosts hosts = hosts(network.switchCount());
    Packets packets = packets(root.section("packets"));
    Probing probing = probing(root.section("probing"));
    Durations durations = durations(root.section("durations"));
    Section rates = root.section("rates");
    Shape shape = shape(rates, network.switchCount());
    List<Step> schedule = schedule(load, rates, shape, durations.measureNs());
    Map<Integer, Double> weights = weights(root.section("weights"), network.switchCount());
    int limit = outstandingLimit(root.section("outstanding"));
    OptionalInt threads = root.integerOrAuto("threads", 1, 64);
    List<TopologyEvent> events = events(durations.measureNs());
    root.noOtherKeys();
    return new Scenario(
        name,
        description,
        load,
        openflow,
        network,
        hosts,
        packets,
        shape,
        schedule,
        weights,
        limit,
        probing,
        durations,
        threads.orElse(0),
        events);
  }

  private Network network(Section section) {
    Network.Kind kind = section.choice("topology", Network.Kind.class);
    int switchCount = section.integer("switches", 1, MAX_SWITCHES);
    OptionalInt links = section.integerOrAuto("links", 1, 1_000_000);
    int hostPortCount = section.integer("host-ports", 2, 48);
    long seed = section.integer("seed", 0, Integer.MAX_VALUE);
    String named = section.text("file");
    section.noOtherKeys();
    if (kind == Network.Kind.FILE && section.isRight("file") && named.isEmpty()) {
      section.problem("topology", "found file; allowed: with network.file to say which");
      return new Network(Network.Kind.NONE, switchCount, 0, hostPortCount, seed, "");
    }
    String file = kind == Network.Kind.FILE ? absolute(named) : "";
    Optional<String> unreadable =
        kind == Network.Kind.FILE && section.isRight("file")
            ? Hocon.whyNotReadable(Path.of(file))
            : Optional.empty();
    if (unreadable.isPresent()) {
      section.problem("file", file + ": " + unreadable.get());
      return new Network(Network.Kind.NONE, switchCount, 0, hostPortCount, seed, "");
    }
    int linkCount = links.orElseGet(() -> usualLinks(switchCount));
    Network asked = new Network(kind, switchCount, linkCount, hostPortCount, seed, file);
    if (!section.isRight("topology", "switches", "links", "host-ports", "seed", "file")) {
      return asked;
    }
    try {
      topology = asked.topology();
      return new Network(
          kind, topology.switchCount(), topology.links().size(), hostPortCount, seed, file);
    } catch (TopologyException e) {
      if (e.place().isEmpty()) {
        String key =
            kind == Network.Kind.ISP && own.hasPath("network.links") ? "links" : "switches";
        section.problem(own.hasPath("network." + key) ? key : "topology", e.problem());
      } else {
        problems.add(e.place(), e.problem());
      }
      return asked;
    }
  }

  /** The paper's two networks have as many links as the maps it took; others two a switch. */
  private static int usualLinks(int switchCount) {
    return switch (switchCount) {
      case 79 -> 147;
      case 1347 -> 3927;
      default -> (int) Math.min(2L * switchCount, (long) switchCount * (switchCount - 1) / 2);
    };
  }

  private Hosts hosts(int switchCount) {
    Hosts hosts =
        root.parsed(
            "hosts",
            "a total from 2 to 10M, or such as 100 per switch",
            new Hosts(2, true),
            ScenarioReader::parseHosts);
    long total = hosts.total(switchCount);
    if (root.isRight("hosts") && (total > MAX_HOSTS || total < 2)) {
      root.problem("hosts", "found " + total + " in all; allowed: 2 to 10M in all");
    }
    return hosts;
  }

  private static Optional<Hosts> parseHosts(String text) {
    Matcher matcher = HOSTS.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    double count = Counts.scaled(matcher.group(1), matcher.group(2));
    boolean perSwitch = matcher.group(3) != null;
    boolean allowed =
        count == Math.rint(count) && count <= MAX_HOSTS && count >= (perSwitch ? 1 : 2);
    return allowed ? Optional.of(new Hosts((int) count, perSwitch)) : Optional.empty();
  }

  private static Packets packets(Section section) {
    Packets packets =
        new Packets(section.integer("frame-size", 60, 1500), section.flag("buffered"));
    section.noOtherKeys();
    return packets;
  }

  private static int outstandingLimit(Section section) {
    int limit =
        section.parsed(
            "limit",
            "none, or a number of requests from 1 to 1000000",
            0,
            text ->
                text.equals("none")
                    ? Optional.of(0)
                    : Optional.of(text)
                        .filter(t -> t.matches("[1-9][0-9]{0,6}"))
                        .map(Integer::parseInt)
                        .filter(n -> n <= MAX_OUTSTANDING));
    section.noOtherKeys();
    return limit;
  }

  private static Probing probing(Section section) {
    Probing probing = new Probing(section.flag("enabled"), section.number("rate", 0.1, 1000));
    section.noOtherKeys();
    return probing;
  }

  private static Durations durations(Section section) {
    Durations durations =
        new Durations(
            section.durationNs("learn", 0, HOUR_NS),
            section.durationNs("warm-up", 0, HOUR_NS),
            section.durationNs("measure", SECOND_NS / 10, 24 * HOUR_NS),
            section.durationNs("drain", 0, HOUR_NS));
    section.noOtherKeys();
    return durations;
  }

  private Shape shape(Section section, int switchCount) {
    RateShape distribution =
        section.parsed(
            "distribution",
            "uniform, zipf(S) with S from 0 to 10, log-normal(SIGMA) from 0 to 5,"
                + " hog(FACTOR) from 1 to 1M, degree, file(NAME)",
            RateShape.UNIFORM,
            this::parseShape);
    Arrivals arrivals =
        section.parsed("arrivals", Arrivals.FORM, Arrivals.POISSON, this::parseArrivals);
    Shape shape =
        new Shape(
            distribution,
            arrivals,
            section.integer("seed", 0, Integer.MAX_VALUE),
            section.choice("unsent", Unsent.class));
    if (arrivals.kind() == Arrivals.Kind.REPLAY && topology != null) {
      try {
        ReplayFile.read(Path.of(arrivals.file()), switchCount);
      } catch (ScenarioException e) {
        section.problem("arrivals", e.getMessage());
      }
    }
    if (topology != null && section.isRight("distribution", "seed")) {
      try {
        SwitchRates.shares(shape, topology.degrees());
      } catch (ScenarioException e) {
        section.problem("distribution", e.getMessage());
      }
    }
    return shape;
  }

  private Optional<Arrivals> parseArrivals(String text) {
    return Arrivals.parse(text)
        .map(
            a ->
                a.kind() == Arrivals.Kind.REPLAY
                    ? new Arrivals(a.kind(), 0, 0, absolute(a.file()))
                    : a);
  }

  private Optional<RateShape> parseShape(String text) {
    Matcher matcher = SHAPE.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String parameter = matcher.group(2);
    if (parameter == null) {
      return switch (matcher.group(1)) {
        case "uniform" -> Optional.of(RateShape.UNIFORM);
        case "degree" -> Optional.of(new RateShape(RateShape.Kind.DEGREE, 0, ""));
        default -> Optional.empty();
      };
    }
    return switch (matcher.group(1)) {
      case "zipf" -> shape(RateShape.Kind.ZIPF, parameter, 0, 10);
      case "log-normal" -> shape(RateShape.Kind.LOG_NORMAL, parameter, 0, 5);
      case "hog" -> shape(RateShape.Kind.HOG, parameter, 1, 1e6);
      case "file" -> Optional.of(new RateShape(RateShape.Kind.LISTED, 0, absolute(parameter)));
      default -> Optional.empty();
    };
  }

  private String absolute(String name) {
    return folder.resolve(name).normalize().toString();
  }

  private static Optional<RateShape> shape(
      RateShape.Kind kind, String parameter, double min, double max) {
    if (!parameter.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
      return Optional.empty();
    }
    double value = Double.parseDouble(parameter);
    return value >= min && value <= max
        ? Optional.of(new RateShape(kind, value, ""))
        : Optional.empty();
  }

  private List<Step> schedule(LoadMode load, Section rates, Shape shape, long measureNs) {
    TotalRate total = rate(rates, "total");
    rates.noOtherKeys();
    List<Section> sections = root.sections("schedule");
    List<Step> steps = new ArrayList<>();
    for (Section section : sections) {
      long atNs = section.durationNs("at", 0, measureNs);
      TotalRate rate = rate(section, "rate");
      section.noOtherKeys();
      long afterNs = steps.isEmpty() ? 0 : steps.get(steps.size() - 1).atNs() + 1;
      if (section.isRight("at") && (steps.isEmpty() ? atNs != 0 : atNs < afterNs)) {
        String allowed =
            steps.isEmpty() ? "0 s, since it is the first" : "later than the one before";
        section.problem("at", "found " + section.show("at") + "; allowed: " + allowed);
      }
      steps.add(new Step(atNs, rate));
    }
    if (load != LoadMode.RATE) {
      for (String key : List.of("rates", "schedule")) {
        if (root.isRight("load") && own.hasPath(key)) {
          root.problem(key, ONLY_WITH_RATE);
        }
      }
      return List.of();
    }
    if (shape.arrivals().kind() == Arrivals.Kind.REPLAY) {
      for (String key : List.of("rates.total", "rates.distribution", "schedule")) {
        if (own.hasPath(key)) {
          rates.problem("arrivals", "found a replay and " + key + "; allowed: either of them");
        }
      }
      return List.of();
    }
    if (!steps.isEmpty() && own.hasPath("rates.total")) {
      rates.problem("total", "is there; allowed: either this or a schedule");
    }
    return steps.isEmpty() ? List.of(new Step(0, total)) : steps;
  }

  private static TotalRate rate(Section section, String key) {
    return section.parsed(key, TotalRate.FORM, new TotalRate(1, false), TotalRate::parse);
  }

  private List<TopologyEvent> events(long measureNs) {
    List<Section> sections = root.sections("events");
    return topology == null ? List.of() : new EventReader(topology, measureNs).read(sections);
  }

  private Map<Integer, Double> weights(Section section, int switchCount) {
    Map<Integer, Double> weights = new HashMap<>();
    for (String key : section.keys()) {
      double weight = section.number(key, 0.001, 1e6);
      IntStream switches = topology == null ? IntStream.of(0) : switches(key);
      int[] indices = switches.toArray();
      if (indices.length == 0) {
        String allowed = "a switch from 1 to " + switchCount + ", or a range such as 3-7";
        section.problem(key, "found switch '" + key + "'; allowed: " + allowed);
      }
      for (int index : indices) {
        weights.put(index + 1, weight);
      }
    }
    return weights;
  }

  /** A switch, or those from one to another; none when the text is neither. */
  private IntStream switches(String text) {
    TopologyNames names = new TopologyNames(topology);
    OptionalInt single = names.switchIndex(text);
    for (int dash = text.indexOf('-');
        single.isEmpty() && dash > 0;
        dash = text.indexOf('-', dash + 1)) {
      OptionalInt first = names.switchIndex(text.substring(0, dash));
      OptionalInt last = names.switchIndex(text.substring(dash + 1));
      if (first.isPresent() && last.isPresent() && first.getAsInt() <= last.getAsInt()) {
        return IntStream.rangeClosed(first.getAsInt(), last.getAsInt());
      }
    }
    return single.stream();
  }
}
