package maestro.apps.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import org.jgrapht.Graph;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.alg.interfaces.ShortestPathAlgorithm.SingleSourcePaths;
import org.jgrapht.alg.shortestpath.BFSShortestPath;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.graph.DirectedWeightedMultigraph;
import org.jgrapht.graph.Pseudograph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JGraphT says what the routes have to be. */
class RoutingOracleTest {
  static IntStream seeds() {
    return IntStream.range(0, Integer.getInteger("maestro.seeds", 20));
  }

  /** From three switches to forty, from hardly any link to four a switch, one weight to five. */
  private static RandomNetwork network(int seed) {
    int switchCount = 3 + seed * 37 % 38;
    return new RandomNetwork(seed, switchCount, switchCount * (1 + seed % 8) / 2, 1 + seed % 5);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldHaveTheOraclesDistancesAndAlternativesWhenNetworksAreRandom(int seed) {
    RandomNetwork network = network(seed);
    RoutingTable table = RoutingTable.of(network.topology(), network.weights(), 1);
    assertRoutes(table, network.weights());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldHaveTheOraclesRoutesWhenOneLinkChangesAfterTheOther(int seed) {
    RandomNetwork network = network(seed);
    RoutingTable table = RoutingTable.of(network.topology(), network.weights(), 1);
    for (int change = 0; change < 25; change++) {
      network.change();
      table = table.after(network.topology(), network.weights(), 1);
      assertRoutes(table, network.weights());
      assertTree(table);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldHaveTheOraclesRoutesWhenManyLinksChangeAtOnce(int seed) {
    RandomNetwork network = network(seed);
    RoutingTable table = RoutingTable.of(network.topology(), network.weights(), 1);
    IntStream.range(0, 1 + seed % 30).forEach(i -> network.change());
    assertRoutes(table.after(network.topology(), network.weights(), 1), network.weights());
  }

  @Test
  void shouldHaveTheOraclesRoutesWhenSeveralThreadsCompute() {
    RandomNetwork network = new RandomNetwork(1, 150, 400, 3);
    RoutingTable table = RoutingTable.of(network.topology(), network.weights(), 3);
    assertRoutes(table, network.weights());
    network.change();
    network.addLink();
    assertRoutes(table.after(network.topology(), network.weights(), 3), network.weights());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldHaveATreeThatSpansEachComponentWhenNetworksAreRandom(int seed) {
    assertTree(RoutingTable.of(network(seed).topology()));
  }

  private static Graph<Long, Link> graphOf(Topology topology, LinkWeights weights) {
    Graph<Long, Link> graph = new DirectedWeightedMultigraph<>(Link.class);
    for (int i = 0; i < topology.switchCount(); i++) {
      graph.addVertex(topology.datapathId(i));
    }
    for (Link link : topology.links()) {
      if (topology.links().contains(link.reversed())) {
        graph.addEdge(link.from(), link.to(), link);
        graph.setEdgeWeight(link, weights.of(link));
      }
    }
    return graph;
  }

  private static void assertRoutes(RoutingTable table, LinkWeights weights) {
    Topology topology = table.topology();
    Graph<Long, Link> graph = graphOf(topology, weights);
    DijkstraShortestPath<Long, Link> dijkstra = new DijkstraShortestPath<>(graph);
    List<SingleSourcePaths<Long, Link>> paths = new ArrayList<>();
    for (int from = 0; from < topology.switchCount(); from++) {
      paths.add(dijkstra.getPaths(topology.datapathId(from)));
    }
    for (int to = 0; to < topology.switchCount(); to++) {
      for (int from = 0; from < topology.switchCount(); from++) {
        assertPair(table, graph, paths, from, to);
      }
    }
  }

  private static void assertPair(
      RoutingTable table,
      Graph<Long, Link> graph,
      List<SingleSourcePaths<Long, Link>> paths,
      int from,
      int to) {
    Topology topology = table.topology();
    long sink = topology.datapathId(to);
    double weight = paths.get(from).getWeight(sink);
    List<Integer> ports = new ArrayList<>();
    if (from != to && weight != Double.POSITIVE_INFINITY) {
      for (Link link : graph.outgoingEdgesOf(topology.datapathId(from))) {
        int neighbor = topology.indexOf(link.to());
        GraphPath<Long, Link> rest = paths.get(neighbor).getPath(sink);
        if (rest != null && graph.getEdgeWeight(link) + rest.getWeight() == weight) {
          ports.add(link.fromPort());
        }
      }
    }
    assertThat(table.isReachable(from, to)).isEqualTo(weight != Double.POSITIVE_INFINITY);
    assertThat(table.distance(from, to))
        .isEqualTo(weight == Double.POSITIVE_INFINITY ? RoutingTable.UNREACHABLE : (int) weight);
    assertThat(IntStream.range(0, table.nextHopCount(from, to)))
        .extracting(choice -> table.nextHop(from, to, choice))
        .containsExactlyElementsOf(ports.stream().sorted().toList());
  }

  private static void assertTree(RoutingTable table) {
    Topology topology = table.topology();
    Graph<Long, Link> tree = new Pseudograph<>(Link.class);
    for (int i = 0; i < topology.switchCount(); i++) {
      tree.addVertex(topology.datapathId(i));
    }
    for (int i = 0; i < topology.switchCount(); i++) {
      for (int port : table.treePorts(i)) {
        Link link = topology.linkFrom(topology.datapathId(i), port);
        assertThat(table.treePorts(topology.indexOf(link.to()))).contains(link.toPort());
        if (!tree.containsEdge(link.reversed())) {
          tree.addEdge(link.from(), link.to(), link);
        }
      }
    }
    List<Set<Long>> components =
        new ConnectivityInspector<>(graphOf(topology, LinkWeights.HOPS)).connectedSets();
    assertThat(new ConnectivityInspector<>(tree).connectedSets())
        .containsExactlyInAnyOrderElementsOf(components);
    // Connected, with as few edges as that takes: a tree.
    assertThat(tree.edgeSet()).hasSize(topology.switchCount() - components.size());
    for (int from = 0; from < topology.switchCount(); from++) {
      for (int to = 0; to < topology.switchCount(); to++) {
        assertThat(treeWays(table, from, to)).isEqualTo(firstPorts(tree, topology, from, to));
      }
    }
  }

  private static List<Integer> treeWays(RoutingTable table, int from, int to) {
    return IntStream.of(table.treePorts(from))
        .filter(port -> table.treeWay(from, to) == port)
        .boxed()
        .toList();
  }

  /** The port by which the way in the tree begins; none where there is no way, or no step. */
  private static List<Integer> firstPorts(
      Graph<Long, Link> tree, Topology topology, int from, int to) {
    long here = topology.datapathId(from);
    GraphPath<Long, Link> path =
        BFSShortestPath.findPathBetween(tree, here, topology.datapathId(to));
    if (path == null || path.getLength() == 0) {
      return List.of();
    }
    Link first = path.getEdgeList().get(0);
    return List.of(first.from() == here ? first.fromPort() : first.toPort());
  }
}
