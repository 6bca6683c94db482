package maestro.network.plan;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import maestro.emulator.topology.Generators;
import maestro.emulator.topology.SwitchTopology;
import maestro.emulator.topology.SwitchTopology.Span;
import maestro.emulator.topology.TopologyException;
import maestro.emulator.topology.TopologyFile;

/**
 * Which switches there are, how they are linked, and which hosts each has. Immutable.
 *
 * <p>Switches and hosts are numbered from 0. The ports of a switch are numbered from 1: first those
 * to neighbours, then one for each of its hosts.
 */
public final class NetworkPlan {
  /** The most hosts of a network. */
  static final int MOST_HOSTS = 4096;

  private static final int DEEPEST_TREE = 12;

  private static final String FORMS =
      "fattree:K, tree:D,F, single:N, linear:N, ring:N, torus:N, torus:RxC, isp:N, cables:N,"
          + " or a file of a topology";

  private final SwitchTopology topology;
  private final int[] firstHosts;

  private NetworkPlan(SwitchTopology topology, int[] firstHosts) {
    this.topology = topology;
    this.firstHosts = firstHosts;
  }

  /**
   * @param topology without ports to hosts
   * @param hostCounts for each switch
   * @throws TopologyException when a switch would have too many ports, or the network too many
   *     hosts
   */
  static NetworkPlan of(SwitchTopology topology, int[] hostCounts) throws TopologyException {
    int[] firstHosts = new int[hostCounts.length + 1];
    for (int s = 0; s < hostCounts.length; s++) {
      int ports = topology.degree(s) + hostCounts[s];
      if (ports < 1 || ports > SwitchTopology.MAX_PORTS) {
        throw new TopologyException(
            "",
            "switch "
                + topology.name(s)
                + ": found "
                + ports
                + " ports; allowed: 1 to "
                + SwitchTopology.MAX_PORTS);
      }
      firstHosts[s + 1] = firstHosts[s] + hostCounts[s];
    }
    int hostCount = firstHosts[hostCounts.length];
    if (hostCount > MOST_HOSTS) {
      throw new TopologyException(
          "", "found " + hostCount + " hosts; allowed: " + MOST_HOSTS + " in all");
    }
    return new NetworkPlan(topology, firstHosts);
  }

  /**
   * The network that a user names.
   *
   * @param name a generator with its parameter, such as {@code fattree:4}, or a file
   * @param hostsPerSwitch hosts of each switch; 0 for the usual number: in a fat tree of k pods k/2
   *     at each edge switch and none elsewhere, in a tree as many as its fan-out at each switch of
   *     the last level, none with cables, otherwise one
   * @throws TopologyException in one line with what was found and what is allowed
   */
  public static NetworkPlan named(String name, int hostsPerSwitch) throws TopologyException {
    int colon = name.indexOf(':');
    String number = colon < 0 ? "" : name.substring(colon + 1);
    if (name.matches("torus:[0-9]{1,4}x[0-9]{1,4}")) {
      String[] sides = number.split("x", -1);
      int rows = Integer.parseInt(sides[0]);
      return everywhere(Generators.torus(rows, Integer.parseInt(sides[1]), 0), hostsPerSwitch);
    }
    if (name.matches("tree:[0-9]{1,4},[0-9]{1,4}")) {
      String[] sizes = number.split(",", -1);
      return tree(Integer.parseInt(sizes[0]), Integer.parseInt(sizes[1]), hostsPerSwitch);
    }
    if (!number.matches("[0-9]{1,5}")) {
      return everywhere(read(name), hostsPerSwitch);
    }
    int n = Integer.parseInt(number);
    return switch (name.substring(0, colon)) {
      case "fattree" -> fatTree(n, hostsPerSwitch);
      case "single" -> single(n, hostsPerSwitch);
      case "linear" -> everywhere(Generators.linear(atLeastOne(n), 0), hostsPerSwitch);
      case "ring" -> everywhere(Generators.ring(n, 0), hostsPerSwitch);
      case "torus" -> everywhere(Generators.torus(n, 0), hostsPerSwitch);
      case "cables" -> cables(n, hostsPerSwitch);
      case "isp" -> everywhere(Generators.isp(n, Math.max(n - 1, 2 * n - 3), 1, 0), hostsPerSwitch);
      default -> throw unknown(name);
    };
  }

  private static SwitchTopology read(String name) throws TopologyException {
    Path file = Path.of(name);
    if (!file.toFile().isFile()) {
      throw unknown(name);
    }
    return TopologyFile.read(file, 0);
  }

  private static int atLeastOne(int switchCount) throws TopologyException {
    if (switchCount < 1) {
      throw new TopologyException("", "found 0 switches; allowed: 1 or more");
    }
    return switchCount;
  }

  private static NetworkPlan fatTree(int pods, int hostsPerSwitch) throws TopologyException {
    if (pods < 2 || pods % 2 != 0 || pods > 64) {
      throw new TopologyException("", "found fattree:" + pods + "; allowed: an even K, 2 to 64");
    }
    SwitchTopology topology = Generators.fatTree(5 * pods * pods / 4, 0);
    if (hostsPerSwitch > 0) {
      return everywhere(topology, hostsPerSwitch);
    }
    int half = pods / 2;
    int coreCount = half * half;
    int[] hosts =
        IntStream.range(0, topology.switchCount())
            .map(s -> s >= coreCount && (s - coreCount) % pods >= half ? half : 0)
            .toArray();
    return of(topology, hosts);
  }

  private static NetworkPlan tree(int depth, int fanout, int hostsPerSwitch)
      throws TopologyException {
    if (depth < 1 || depth > DEEPEST_TREE || fanout < 1 || Math.pow(fanout, depth) > MOST_HOSTS) {
      throw new TopologyException(
          "",
          "found tree:%d,%d; allowed: D from 1 to %d and F from 1, with at most %d hosts (F to the D)"
              .formatted(depth, fanout, DEEPEST_TREE, MOST_HOSTS));
    }
    SwitchTopology topology = Generators.tree(depth, fanout, 0);
    if (hostsPerSwitch > 0) {
      return everywhere(topology, hostsPerSwitch);
    }
    int[] hosts = new int[topology.switchCount()];
    Arrays.fill(hosts, fanout);
    topology.links().forEach(link -> hosts[link.switchA()] = 0);
    return of(topology, hosts);
  }

  private static NetworkPlan single(int hosts, int hostsPerSwitch) throws TopologyException {
    if (hosts < 1 || hosts > SwitchTopology.MAX_PORTS) {
      throw new TopologyException(
          "", "found single:" + hosts + "; allowed: 1 to " + SwitchTopology.MAX_PORTS + " hosts");
    }
    if (hostsPerSwitch > 0 && hostsPerSwitch != hosts) {
      throw new TopologyException(
          "",
          "found single:%d with %d hosts of each switch; allowed: one number of hosts"
              .formatted(hosts, hostsPerSwitch));
    }
    return everywhere(Generators.linear(1, 0), hosts);
  }

  private static NetworkPlan cables(int links, int hostsPerSwitch) throws TopologyException {
    if (links < 1 || links + hostsPerSwitch > SwitchTopology.MAX_PORTS) {
      throw new TopologyException(
          "", "found cables:" + links + "; allowed: 1 to " + SwitchTopology.MAX_PORTS);
    }
    return of(SwitchTopology.cables(links), new int[] {hostsPerSwitch, hostsPerSwitch});
  }

  private static NetworkPlan everywhere(SwitchTopology topology, int hostsPerSwitch)
      throws TopologyException {
    int[] hosts = new int[topology.switchCount()];
    Arrays.fill(hosts, Math.max(1, hostsPerSwitch));
    return of(topology, hosts);
  }

  private static TopologyException unknown(String name) {
    return new TopologyException("", "found '" + name + "'; allowed: " + FORMS);
  }

  SwitchTopology topology() {
    return topology;
  }

  /** The same network without the delays, or without the bandwidths, of its map. */
  public NetworkPlan without(boolean delays, boolean bandwidths) {
    return new NetworkPlan(topology.without(delays, bandwidths), firstHosts);
  }

  /** What a link does to frames, by its number: what the map says, and for the rest as usual. */
  public LinkSettings settings(int link, LinkSettings usual) {
    Span span = topology.links().get(link).span();
    return new LinkSettings(
        span.delayNs() == Span.UNKNOWN ? usual.delayNs() : span.delayNs(),
        span.bitsPerSecond() == Span.UNKNOWN ? usual.bitsPerSecond() : span.bitsPerSecond(),
        usual.queueBytes(),
        usual.loss());
  }

  /** What the operator should know about the map, a line each. */
  public List<String> notes() {
    return topology.notes();
  }

  public int switchCount() {
    return topology.switchCount();
  }

  public int linkCount() {
    return topology.links().size();
  }

  public int hostCount() {
    return firstHosts[firstHosts.length - 1];
  }

  /** The name of a switch in its file, or its number from 1. */
  public String switchName(int index) {
    return topology.name(index);
  }

  /**
   * A link between two switches.
   *
   * @param a a switch
   * @param b the other one
   */
  public record Ends(int a, int portA, int b, int portB) {}

  /** The links between switches, in the order of the topology. */
  public List<Ends> links() {
    return topology.links().stream()
        .map(l -> new Ends(l.switchA(), l.portA(), l.switchB(), l.portB()))
        .toList();
  }

  public int portCount(int index) {
    return topology.degree(index) + firstHosts[index + 1] - firstHosts[index];
  }

  /** Whether a port leads to another switch; otherwise to a host. */
  public boolean leadsToSwitch(int index, int port) {
    return port <= topology.degree(index);
  }

  /** The switch behind a port that leads to one. */
  public int neighbor(int index, int port) {
    return topology.neighbor(index, port);
  }

  /** The neighbour's port of the link. */
  public int neighborPort(int index, int port) {
    return topology.neighborPort(index, port);
  }

  /** The host behind a port that leads to one. */
  public int hostAt(int index, int port) {
    return firstHosts[index] + port - topology.degree(index) - 1;
  }

  /** The switch of a host. */
  public int switchOf(int host) {
    int index = Arrays.binarySearch(firstHosts, host);
    int found = index >= 0 ? index : -index - 2;
    while (firstHosts[found + 1] == host) { // switches without hosts begin at the same number
      found++;
    }
    return found;
  }

  /** The port of a host at its switch. */
  public int portOf(int host) {
    int s = switchOf(host);
    return topology.degree(s) + 1 + host - firstHosts[s];
  }

  /**
   * The number of links from a switch to each other one by the shortest way; −1 when there is none.
   */
  public int[] distancesFrom(int source) {
    int[] distances = new int[switchCount()];
    Arrays.fill(distances, -1);
    int[] queue = new int[switchCount()];
    queue[0] = source;
    distances[source] = 0;
    int reached = 1;
    for (int next = 0; next < reached; next++) {
      int here = queue[next];
      for (int port = 1; port <= topology.degree(here); port++) {
        int there = topology.neighbor(here, port);
        if (distances[there] < 0) {
          distances[there] = distances[here] + 1;
          queue[reached++] = there;
        }
      }
    }
    return distances;
  }
}
