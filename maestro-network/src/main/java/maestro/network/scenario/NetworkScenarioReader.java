package maestro.network.scenario;

import com.typesafe.config.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import maestro.config.file.Problems;
import maestro.config.file.Section;
import maestro.emulator.condition.Condition;
import maestro.emulator.condition.ConditionException;
import maestro.emulator.scenario.ProtocolVersion;
import maestro.emulator.topology.TopologyException;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.NetworkSettings;
import maestro.network.plan.Places;
import maestro.network.report.ScenarioMetrics;

/** Makes a network's scenario of a resolved configuration. Used once, by one thread. */
final class NetworkScenarioReader {
  private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_HOSTS_PER_SWITCH = 1000;
  private static final int MOST_BUFFERS = 1 << 16;
  private static final long LEAST_MEMORY_BYTES = 1 << 16;
  private static final long MOST_MEMORY_BYTES = 1L << 42;

  private final Section root;
  private final Config said;
  private final Path folder;

  /**
   * @param all the operator's settings over the defaults
   * @param said the operator's settings alone: they win over the map
   * @param folder what the name of a topology's file is relative to
   */
  NetworkScenarioReader(Config all, Config said, Path folder, Problems problems) {
    this.root = Section.root(all, problems);
    this.said = said;
    this.folder = folder;
  }

  /** The scenario, to be thrown away when there are problems; empty when there is no network. */
  Optional<NetworkScenario> read() {
    String name =
        root.parsed(
            "name",
            "one word of letters, digits, dots and hyphens",
            "",
            text -> Optional.of(text).filter(t -> t.matches("[A-Za-z0-9._-]{1,64}")));
    String description = root.text("description");
    long seed = root.integer("seed", 0, Integer.MAX_VALUE);
    OptionalInt hosts = root.integerOrAuto("hosts", 1, MOST_HOSTS_PER_SWITCH);
    ProtocolVersion openflow = root.choice("openflow", ProtocolVersion.class);
    int buffers = root.integer("buffers", 0, MOST_BUFFERS);
    Section tables = root.section("tables");
    TableSizes sizes =
        new TableSizes(
            tables.integer("exact-entries", 0, TableSizes.MOST),
            tables.integer("wildcard-entries", 0, TableSizes.MOST));
    long memoryBytes =
        tables
            .largeSizeBytesOrAuto("memory", LEAST_MEMORY_BYTES, MOST_MEMORY_BYTES)
            .orElseGet(MemoryBudget::usualBytes);
    tables.noOtherKeys();
    LinkSettings links = LinkReader.all(root.section("links"));
    LinkSettings hostLinks = LinkReader.all(root.section("host-links"));
    long controlDelayNs = root.durationNs("control-delay", 0, 10 * SECOND_NS);
    long settleNs = root.durationNs("settle", 0, HOUR_NS);
    long durationNs = root.durationNs("duration", SECOND_NS / 10, 24 * HOUR_NS);
    List<Long> pingAllsNs = pingAlls(durationNs);
    long pingTimeoutNs = root.durationNs("ping-timeout", SECOND_NS / 10, HOUR_NS);
    Optional<Condition> failIf = failIf();
    String topology = root.text("topology");
    Optional<NetworkPlan> plan = plan(topology, hosts.orElse(0));
    List<Section> special = root.sections("special-links");
    List<Section> specialHosts = root.sections("special-hosts");
    List<Section> traffic = root.sections("traffic");
    List<Section> events = root.sections("events");
    root.noOtherKeys();
    return plan.map(
        network -> {
          Places places = new Places(network);
          return new NetworkScenario(
              name,
              description,
              seed,
              network,
              new NetworkSettings(
                  openflow.wireVersion(), links.delayNs(), sizes, buffers, memoryBytes),
              new HostReader(network, places).read(specialHosts),
              linksOf(network, places, links, special),
              hostLinks,
              controlDelayNs,
              settleNs,
              durationNs,
              pingAllsNs,
              pingTimeoutNs,
              new TrafficReader(network, places, durationNs).read(traffic),
              new NetworkEventReader(network, places, durationNs).read(events),
              failIf);
        });
  }

  private Optional<NetworkPlan> plan(String topology, int hostsPerSwitch) {
    if (!root.isRight("topology", "hosts")) {
      return Optional.empty();
    }
    Path file = folder.resolve(topology);
    try {
      return Optional.of(
          NetworkPlan.named(Files.isRegularFile(file) ? file.toString() : topology, hostsPerSwitch)
              .without(said.hasPath("links.delay"), said.hasPath("links.bandwidth")));
    } catch (TopologyException e) {
      root.problem("topology", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private List<Long> pingAlls(long durationNs) {
    List<Long> times = new ArrayList<>();
    for (Section section : root.sections("ping-all")) {
      long atNs = section.durationNs("at", 0, durationNs);
      section.noOtherKeys();
      if (!times.isEmpty() && section.isRight("at") && atNs < times.get(times.size() - 1)) {
        section.problem(
            "at", "found " + section.show("at") + "; allowed: not before the one above");
      }
      times.add(atNs);
    }
    return List.copyOf(times);
  }

  private Optional<Condition> failIf() {
    String text = root.text("fail-if");
    if (text.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Condition.parse(text, ScenarioMetrics.all()));
    } catch (ConditionException e) {
      root.problem("fail-if", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static List<LinkSettings> linksOf(
      NetworkPlan plan, Places places, LinkSettings usual, List<Section> sections) {
    List<LinkSettings> links = new ArrayList<>();
    for (int i = 0; i < plan.linkCount(); i++) {
      links.add(plan.settings(i, usual));
    }
    Set<Integer> seen = new HashSet<>();
    for (Section section : sections) {
      int[] named =
          section.parsed(
              "link",
              "a link between neighbours, such as \"1-2\", or its port, such as \"1:1\"",
              new int[0],
              text -> linksOf(places, text, plan.linkCount()));
      LinkSettings known = named.length == 1 ? links.get(named[0]) : usual;
      LinkSettings settings = LinkReader.differing(section, known);
      section.noOtherKeys();
      if (named.length > 1) {
        section.problem("link", places.names().ambiguous(section.show("link"), named));
      }
      for (int link : named.length == 1 ? named : new int[0]) {
        if (!seen.add(link)) {
          section.problem("link", "found " + section.show("link") + " again; allowed: once");
        }
        links.set(link, settings);
      }
    }
    return List.copyOf(links);
  }

  private static Optional<int[]> linksOf(Places places, String text, int linkCount) {
    int[] named = places.cables(text);
    int[] cables = named.length > 0 ? named : places.cableAt(text).stream().toArray();
    return cables.length > 0 && cables[0] < linkCount ? Optional.of(cables) : Optional.empty();
  }
}
