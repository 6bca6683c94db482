package maestro.apps.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import maestro.api.topology.Link;
import maestro.api.topology.Routes;
import maestro.api.topology.Topology;

/**
 * The shortest paths between all switches of a topology, with all alternatives of equal weight, and
 * a spanning tree for packets to everybody. The value of the view {@code routing-table}.
 *
 * <p>Switches are named by their index in {@link #topology}. Links are named by numbers that are
 * valid in this table only; the two directions of a link have two numbers. Only links that are
 * known in both directions are used. A next hop is always nearer to the destination, so paths made
 * of next hops never loop, whichever are chosen.
 *
 * <p>Threads: any; immutable. No method allocates, except those that make a table and those of
 * {@link Routes}.
 */
public final class RoutingTable implements Routes {
  /** The table without switches. */
  public static final RoutingTable EMPTY = of(Topology.EMPTY);

  /** The distance where there is no path. */
  public static final int UNREACHABLE = Integer.MAX_VALUE;

  /** Stands for no link and no port. */
  public static final int NONE = -1;

  private final Topology topology;
  private final LinkGraph graph;
  private final int[][] distances;
  private final SpanningTree tree;

  RoutingTable(Topology topology, LinkGraph graph, int[][] distances) {
    this.topology = topology;
    this.graph = graph;
    this.distances = distances;
    this.tree = new SpanningTree(graph);
  }

  /** The routes over a topology in which every link weighs 1, computed on this thread. */
  public static RoutingTable of(Topology topology) {
    return of(topology, LinkWeights.HOPS, 1);
  }

  /**
   * The routes over a topology.
   *
   * @param threads the most threads to compute with, at least 1; they end before this returns
   * @throws IllegalArgumentException when a weight is out of bounds
   */
  public static RoutingTable of(Topology topology, LinkWeights weights, int threads) {
    LinkGraph graph = new LinkGraph(topology, weights);
    return new RoutingTable(topology, graph, AllPairs.distances(graph, threads));
  }

  /**
   * The routes after a change. Distances that the change does not affect are shared with this
   * table. When switches have joined or left, everything is computed.
   *
   * @param threads the most threads to compute with, at least 1; they end before this returns
   * @throws IllegalArgumentException when a weight is out of bounds
   */
  public RoutingTable after(Topology newTopology, LinkWeights weights, int threads) {
    if (!hasSwitchesOf(newTopology)) {
      return of(newTopology, weights, threads);
    }
    LinkGraph newGraph = new LinkGraph(newTopology, weights);
    return new RoutingTable(
        newTopology, newGraph, AllPairs.distances(newGraph, threads, graph, distances));
  }

  private boolean hasSwitchesOf(Topology other) {
    boolean same = topology.switchCount() == other.switchCount();
    for (int i = 0; same && i < topology.switchCount(); i++) {
      same = topology.datapathId(i) == other.datapathId(i);
    }
    return same;
  }

  /** The topology of the routes. */
  public Topology topology() {
    return topology;
  }

  /**
   * The sum of the weights along a shortest path.
   *
   * @return 0 from a switch to itself, {@link #UNREACHABLE} when there is no path
   */
  public int distance(int from, int to) {
    return distances[to][from];
  }

  /**
   * Whether all distances to a switch are those of another table. May be false though they are.
   *
   * @param otherTo the index of the switch in the other table
   */
  public boolean sharesDistances(int to, RoutingTable other, int otherTo) {
    return distances[to] == other.distances[otherTo];
  }

  /** Whether every path uses a switch that is absent, or there is none. */
  public boolean isLastResort(int from, int to) {
    return distances[to][from] >= graph.lastResort();
  }

  /** Whether there is a path, of any length. */
  public boolean isReachable(int from, int to) {
    return distances[to][from] != UNREACHABLE;
  }

  @Override
  public List<Link> nextLinks(long from, long to) {
    int source = topology.indexOf(from);
    int destination = topology.indexOf(to);
    List<Link> links = new ArrayList<>();
    if (source >= 0 && destination >= 0 && source != destination) {
      for (int link = graph.firstLink(source); link < graph.endLink(source); link++) {
        if (isOnShortestPath(link, source, destination)) {
          links.add(shown(link));
        }
      }
    }
    return links;
  }

  private Link shown(int link) {
    long from = topology.datapathId(sourceOf(link));
    return new Link(from, portOf(link), topology.datapathId(targetOf(link)), targetPortOf(link));
  }

  @Override
  public List<Link> treeLinks(long datapathId) {
    int source = topology.indexOf(datapathId);
    List<Link> links = new ArrayList<>();
    if (source >= 0) {
      for (int link = graph.firstLink(source); link < graph.endLink(source); link++) {
        if (isTreePort(source, portOf(link)) && isTreePort(targetOf(link), targetPortOf(link))) {
          links.add(shown(link));
        }
      }
    }
    return links;
  }

  private boolean isTreePort(int switchIndex, int port) {
    return Arrays.binarySearch(tree.ports(switchIndex), port) >= 0;
  }

  /**
   * The number of links that begin at a switch on shortest paths to another.
   *
   * @return 0 from a switch to itself, and when there is no path
   */
  public int nextHopCount(int from, int to) {
    int count = 0;
    for (int link = graph.firstLink(from); link < graph.endLink(from); link++) {
      if (isOnShortestPath(link, from, to)) {
        count++;
      }
    }
    return count;
  }

  /**
   * A link that begins at a switch on a shortest path to another.
   *
   * @param choice any number, such as a hash of the flow's addresses, that chooses the link. Its
   *     remainder by {@link #nextHopCount} counts, both as unsigned; the links are in the order of
   *     their ports.
   * @return {@link #NONE} from a switch to itself, and when there is no path
   */
  public int nextLink(int from, int to, int choice) {
    int count = nextHopCount(from, to);
    if (count == 0) {
      return NONE;
    }
    int left = Integer.remainderUnsigned(choice, count);
    int link = graph.firstLink(from);
    while (!isOnShortestPath(link, from, to) || left-- > 0) {
      link++;
    }
    return link;
  }

  /**
   * The port of {@link #nextLink}.
   *
   * @return a port of {@code from}, or {@link #NONE}
   */
  int nextHop(int from, int to, int choice) {
    int link = nextLink(from, to, choice);
    return link == NONE ? NONE : graph.port(link);
  }

  /**
   * Whether a port of a switch begins a shortest path to another; false from a switch to itself.
   */
  public boolean isNextHop(int from, int port, int to) {
    for (int link = graph.firstLink(from); link < graph.endLink(from); link++) {
      if (graph.port(link) == port && isOnShortestPath(link, from, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOnShortestPath(int link, int from, int to) {
    int beyond = distances[to][graph.target(link)];
    return beyond != UNREACHABLE && distances[to][from] == beyond + graph.weight(link);
  }

  /** The number of links; their numbers begin with 0. Each direction counts. */
  public int linkCount() {
    return graph.linkCount();
  }

  /**
   * The link that begins at a port; the first of several if there is an unmanaged switch behind it.
   *
   * @return {@link #NONE} when no two-way link begins there
   */
  public int linkAt(int switchIndex, int port) {
    return graph.linkAt(switchIndex, port);
  }

  /**
   * The link from a port of a switch to a port of another.
   *
   * @param datapathId the other switch
   * @return {@link #NONE} when there is none in both directions
   */
  public int linkTo(int switchIndex, int port, long datapathId, int toPort) {
    for (int link = linkAt(switchIndex, port); isAt(link, switchIndex, port); link++) {
      if (targetPortOf(link) == toPort && topology.datapathId(targetOf(link)) == datapathId) {
        return link;
      }
    }
    return NONE;
  }

  /** Whether a link exists and begins at a port. */
  public boolean isAt(int link, int switchIndex, int port) {
    return link >= 0
        && link < graph.linkCount()
        && graph.port(link) == port
        && graph.source(link) == switchIndex;
  }

  /** The switch at which a link begins. */
  public int sourceOf(int link) {
    return graph.source(link);
  }

  /** The port at which a link begins. */
  public int portOf(int link) {
    return graph.port(link);
  }

  /** The switch to which a link leads. */
  public int targetOf(int link) {
    return graph.target(link);
  }

  /** The port to which a link leads. */
  public int targetPortOf(int link) {
    return graph.port(graph.reverse(link));
  }

  /** The number of the other direction of a link. */
  public int reverseOf(int link) {
    return graph.reverse(link);
  }

  /** The weight of a link in this direction. */
  public int weightOf(int link) {
    return graph.weight(link);
  }

  /**
   * The ports of a switch that lead to other switches and belong to the spanning tree of all
   * switches that it can reach. A packet from a host or a tree port that is sent out of all other
   * tree ports reaches every switch once. A packet to everybody that comes in by another port
   * between switches has to be dropped: several switches may receive it behind an unmanaged switch.
   *
   * @return in ascending order; belongs to the table and must not be changed
   */
  public int[] treePorts(int switchIndex) {
    return tree.ports(switchIndex);
  }

  /**
   * The port by which the way along the spanning tree from a switch to another begins. A packet
   * that came in by that port along the tree was sent to the other switch on its way.
   *
   * @return {@link #NONE} when there is no way, and from a switch to itself
   */
  public int treeWay(int from, int to) {
    return tree.way(from, to);
  }
}
