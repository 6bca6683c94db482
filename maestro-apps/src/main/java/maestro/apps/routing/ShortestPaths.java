package maestro.apps.routing;

import java.util.Arrays;
import java.util.PriorityQueue;

/** Distances from all switches to one (Dijkstra, Numerische Mathematik 1, 1959). */
final class ShortestPaths {
  private final LinkGraph graph;

  ShortestPaths(LinkGraph graph) {
    this.graph = graph;
  }

  int[] distancesTo(int destination) {
    int[] distances = new int[graph.switchCount()];
    Arrays.fill(distances, RoutingTable.UNREACHABLE);
    distances[destination] = 0;
    PriorityQueue<Long> queue = new PriorityQueue<>();
    queue.add((long) destination);
    while (!queue.isEmpty()) {
      long entry = queue.remove();
      int here = (int) entry;
      int distance = (int) (entry >>> 32);
      if (distance > distances[here]) {
        continue;
      }
      for (int link = graph.firstLink(here); link < graph.endLink(here); link++) {
        int neighbor = graph.target(link);
        int through = distance + graph.weight(graph.reverse(link));
        if (through < distances[neighbor]) {
          distances[neighbor] = through;
          queue.add((long) through << 32 | neighbor);
        }
      }
    }
    return distances;
  }
}
