package maestro.emulator.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import maestro.emulator.format.Figures;

/**
 * Switches, their ports and the links between them. Immutable.
 *
 * <p>Switches are numbered from 0, ports from 1: first those to neighbours, in the order in which
 * the links were given, then those to hosts. Links have no direction; there may be several between
 * the same two switches, each with ports of its own.
 */
public final class SwitchTopology {
  /** The most ports of one switch: all must fit into one FEATURES_REPLY of 1.0. */
  public static final int MAX_PORTS = 1024;

  /** The result of {@link #neighbor} for a port to hosts. */
  static final int HOSTS = -1;

  private final List<String> names;
  private final List<Link> links;
  private final int hostPortCount;
  private final int[][] neighbors;
  private final int[][] neighborPorts;
  private final List<String> notes;

  /**
   * What a map says about a link. Immutable.
   *
   * @param bitsPerSecond its bandwidth, or {@link #UNKNOWN}
   * @param delayNs from one end to the other, or {@link #UNKNOWN}
   */
  public record Span(long bitsPerSecond, long delayNs) {
    public static final long UNKNOWN = -1;

    /** A link of which the map says nothing. */
    static final Span NOTHING = new Span(UNKNOWN, UNKNOWN);
  }

  /** A pair of linked switches, before ports are assigned. */
  record Pair(int a, int b, Span span) {
    Pair(int a, int b) {
      this(a, b, Span.NOTHING);
    }
  }

  /** A link with the ports at both ends; the number of switch A is the lower one. */
  public record Link(int switchA, int portA, int switchB, int portB, Span span) {
    Link(int switchA, int portA, int switchB, int portB) {
      this(switchA, portA, switchB, portB, Span.NOTHING);
    }
  }

  private SwitchTopology(
      List<String> names, List<Link> links, int[] degrees, int hostPortCount, List<String> notes) {
    this.names = List.copyOf(names);
    this.links = List.copyOf(links);
    this.hostPortCount = hostPortCount;
    this.notes = List.copyOf(notes);
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
   * @param notes what was noticed about the map, a line each
   * @throws TopologyException when a switch would have more than {@link #MAX_PORTS} ports
   */
  static SwitchTopology of(
      List<String> names, List<Pair> pairs, int hostPortCount, List<String> notes)
      throws TopologyException {
    int[] degrees = new int[names.size()];
    List<Link> links = new ArrayList<>();
    for (Pair pair : pairs) {
      int a = Math.min(pair.a(), pair.b());
      int b = Math.max(pair.a(), pair.b());
      links.add(new Link(a, ++degrees[a], b, ++degrees[b], pair.span()));
    }
    for (int i = 0; i < degrees.length; i++) {
      if (degrees[i] + hostPortCount > MAX_PORTS) {
        String found =
            degrees[i]
                + " links and "
                + Figures.count(hostPortCount, "port", "ports")
                + " to hosts";
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
    return new SwitchTopology(names, links, degrees, hostPortCount, notes);
  }

  /**
   * Two switches with several links between them: port n of the one to port n of the other.
   *
   * @param linkCount 1 to {@link #MAX_PORTS}
   */
  public static SwitchTopology cables(int linkCount) {
    List<Link> links =
        IntStream.rangeClosed(1, linkCount).mapToObj(n -> new Link(0, n, 1, n)).toList();
    int[] degrees = {linkCount, linkCount};
    return new SwitchTopology(List.of("1", "2"), links, degrees, 0, List.of());
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

  /**
   * The same topology, where the map says less of links.
   *
   * @param delays whether it says no delays
   * @param bandwidths whether it says no bandwidths
   */
  public SwitchTopology without(boolean delays, boolean bandwidths) {
    List<Link> fewer = new ArrayList<>();
    for (Link l : links) {
      Span span =
          new Span(
              bandwidths ? Span.UNKNOWN : l.span().bitsPerSecond(),
              delays ? Span.UNKNOWN : l.span().delayNs());
      fewer.add(new Link(l.switchA(), l.portA(), l.switchB(), l.portB(), span));
    }
    return new SwitchTopology(names, fewer, degrees(), hostPortCount, notes);
  }

  /** What the operator should know about the map, a line each; empty when all is as usual. */
  public List<String> notes() {
    return notes;
  }

  /** Whether every switch can be reached from every other. */
  public boolean isConnected() {
    return parts().size() == 1;
  }

  /** The parts that no link joins, the largest first; in each the switches, in their order. */
  List<List<Integer>> parts() {
    boolean[] seen = new boolean[switchCount()];
    List<List<Integer>> parts = new ArrayList<>();
    for (int first = 0; first < seen.length; first++) {
      if (seen[first]) {
        continue;
      }
      List<Integer> part = new ArrayList<>(List.of(first));
      seen[first] = true;
      for (int next = 0; next < part.size(); next++) {
        for (int neighbor : neighbors[part.get(next)]) {
          if (!seen[neighbor]) {
            seen[neighbor] = true;
            part.add(neighbor);
          }
        }
      }
      part.sort(null);
      parts.add(part);
    }
    parts.sort((a, b) -> b.size() - a.size()); // it is stable
    return parts;
  }

  private void check(int index, int port) {
    if (port < 1 || port > portCount(index)) {
      throw new IndexOutOfBoundsException(
          "port " + port + " of a switch with " + portCount(index) + " ports");
    }
  }
}
