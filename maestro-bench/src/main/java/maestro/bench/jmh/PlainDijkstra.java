package maestro.bench.jmh;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import maestro.apps.routing.RoutingTable;

/** All distances by a simple Dijkstra: objects in a priority queue, one thread. */
final class PlainDijkstra {
  private record Waiting(int switchIndex, int distance) {}

  private final RoutingTable network;
  private final int[][] links;

  /**
   * Takes over the links of a table.
   *
   * @param network its routes are ignored
   */
  PlainDijkstra(RoutingTable network) {
    this.network = network;
    this.links = new int[network.topology().switchCount()][0];
    for (int link = 0; link < network.linkCount(); link++) {
      int to = network.targetOf(link);
      links[to] = Arrays.copyOf(links[to], links[to].length + 1);
      links[to][links[to].length - 1] = link;
    }
  }

  int[][] distances() {
    int[][] distances = new int[links.length][];
    Arrays.setAll(distances, this::distancesTo);
    return distances;
  }

  private int[] distancesTo(int destination) {
    int[] distances = new int[links.length];
    Arrays.fill(distances, RoutingTable.UNREACHABLE);
    distances[destination] = 0;
    PriorityQueue<Waiting> queue = new PriorityQueue<>(Comparator.comparingInt(Waiting::distance));
    queue.add(new Waiting(destination, 0));
    while (!queue.isEmpty()) {
      Waiting nearest = queue.remove();
      if (nearest.distance() > distances[nearest.switchIndex()]) {
        continue;
      }
      for (int link : links[nearest.switchIndex()]) {
        int from = network.sourceOf(link);
        int through = nearest.distance() + network.weightOf(link);
        if (through < distances[from]) {
          distances[from] = through;
          queue.add(new Waiting(from, through));
        }
      }
    }
    return distances;
  }
}
