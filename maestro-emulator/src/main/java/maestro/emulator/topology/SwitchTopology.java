package maestro.emulator.topology;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Switches, their ports and the links between them. Immutable.
 *
 * <p>Switches are numbered from 0, ports from 1: first those to neighbours, in the order in which
 * the links were given, then those to hosts. Links have no direction; of several between the same
 * two switches one is kept.
 */
public final class SwitchTopology {
  /** The most ports of one switch: all must fit into one FEATURES_REPLY of 1.0. */
  public static final int MAX_PORTS = 1024;

  /** The result of {@link #neighbor} for a port to hosts. */
  public static final int HOSTS = -1;

  private final List<String> names;
  private final List<Link> links;
  private final int hostPortCount;
  private final int[][] neighbors;
  private final int[][] neighborPorts;

  /** A pair of linked switches, before ports are assigned. */
  public record Pair(int a, int b) {}

  /** A link with the ports at both ends. */
  public record Link(int switchA, int portA, int switchB, int portB) {}

  private SwitchTopology(List<String> names, List<Link> links, int[] degrees, int hostPortCount) {
    this.names = List.copyOf(names);
    this.links = List.copyOf(links);
    this.hostPortCount = hostPortCount;
    this.neighbors = new int[degrees.length][];
    this.neighborPorts = new int[degrees.length][];
    for (int i = 0; i < degrees.length; i++) {
      neighbors[i] = new int[degrees[i]];
      neighborPorts[i] = new int[degrees[i]];
    }
    for (Link link : links) {
      connect(link.switchA(), link.portA(), link.switchB(), link.portB());
      connect(link.switchB(), link.portB(), link.switchA(), link.portA());
    }
  }

  private void connect(int from, int fromPort, int to, int toPort) {
    neighbors[from][fromPort - 1] = to;
    neighborPorts[from][fromPort - 1] = toPort;
  }

  /**
   * Assigns the ports.
   *
   * @param names one for each switch
   * @param pairs the links; the switches of each are different
   * @param hostPortCount ports to hosts of each switch
   * @throws TopologyException when a switch would have more than {@link #MAX_PORTS} ports
   */
  public static SwitchTopology of(List<String> names, List<Pair> pairs, int hostPortCount)
      throws TopologyException {
    Set<Pair> distinct = new LinkedHashSet<>();
    for (Pair pair : pairs) {
      if (pair.a() == pair.b()) {
        throw new TopologyException("", "switch '" + names.get(pair.a()) + "' is linked to itself");
      }
      distinct.add(new Pair(Math.min(pair.a(), pair.b()), Math.max(pair.a(), pair.b())));
    }
    int[] degrees = new int[names.size()];
    List<Link> links =
        distinct.stream()
            .map(p -> new Link(p.a(), ++degrees[p.a()], p.b(), ++degrees[p.b()]))
            .toList();
    for (int i = 0; i < degrees.length; i++) {
      if (degrees[i] + hostPortCount > MAX_PORTS) {
        String found = degrees[i] + " links and " + hostPortCount + " ports to hosts";
        throw new TopologyException(
            "",
            "switch '"
                + names.get(i)
                + "': found "
                + found
                + "; allowed: "
                + MAX_PORTS
                + " in all");
      }
    }
    return new SwitchTopology(names, links, degrees, hostPortCount);
  }

  /**
   * Two switches with several links between them: port n of the one to port n of the other.
   *
   * @param linkCount 1 to {@link #MAX_PORTS}
   */
  public static SwitchTopology cables(int linkCount) {
    List<Link> links =
        IntStream.rangeClosed(1, linkCount).mapToObj(n -> new Link(0, n, 1, n)).toList();
    return new SwitchTopology(List.of("1", "2"), links, new int[] {linkCount, linkCount}, 0);
  }

  /** How many switches there are. */
  public int switchCount() {
    return names.size();
  }

  /** The links, each once. */
  public List<Link> links() {
    return links;
  }

  /** The name of the switch in the file, or its number from 1. */
  public String name(int index) {
    return names.get(index);
  }

  /** How many links a switch has. */
  public int degree(int index) {
    return neighbors[index].length;
  }

  /** How many links each switch has. */
  public int[] degrees() {
    return Arrays.stream(neighbors).mapToInt(n -> n.length).toArray();
  }

  /** How many ports of a switch lead to hosts. */
  public int hostPortCount() {
    return hostPortCount;
  }

  /** How many ports a switch has; they are numbered from 1. */
  public int portCount(int index) {
    return degree(index) + hostPortCount;
  }

  /** The first port of a switch that leads to hosts; all later ones do, too. */
  public int firstHostPort(int index) {
    return degree(index) + 1;
  }

  /** The switch that a port leads to, or {@link #HOSTS}. */
  public int neighbor(int index, int port) {
    check(index, port);
    return port <= degree(index) ? neighbors[index][port - 1] : HOSTS;
  }

  /** The port at the other end of the link, or {@link #HOSTS}. */
  public int neighborPort(int index, int port) {
    check(index, port);
    return port <= degree(index) ? neighborPorts[index][port - 1] : HOSTS;
  }

  /** Whether every switch can be reached from every other. */
  public boolean isConnected() {
    boolean[] seen = new boolean[switchCount()];
    int[] queue = new int[switchCount()];
    seen[0] = true;
    int reached = 1;
    for (int next = 0; next < reached; next++) {
      for (int neighbor : neighbors[queue[next]]) {
        if (!seen[neighbor]) {
          seen[neighbor] = true;
          queue[reached++] = neighbor;
        }
      }
    }
    return reached == switchCount();
  }

  private void check(int index, int port) {
    if (port < 1 || port > portCount(index)) {
      throw new IndexOutOfBoundsException(
          "port " + port + " of a switch with " + portCount(index) + " ports");
    }
  }
}
