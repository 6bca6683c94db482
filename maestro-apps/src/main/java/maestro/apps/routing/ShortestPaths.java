package maestro.apps.routing;

import java.util.Arrays;

/**
 * Distances from all switches to one, by Dijkstra's algorithm (Numerische Mathematik 1, 1959).
 *
 * <ol>
 *   <li>The destination is at distance 0 and the only one that waits.
 *   <li>Take the nearest of those that wait. When a shorter way to it was found since it was put
 *       there, it has been taken already.
 *   <li>Its neighbours are no further than through it. One that comes nearer thereby waits.
 * </ol>
 *
 * <p>When all links weigh the same, switches come nearer in the order in which they are taken, so
 * that a queue does instead of a heap.
 *
 * <p>Threads: one; what it needs to compute is kept from one destination to the next.
 */
final class ShortestPaths {
  private final LinkGraph graph;
  private final int[] queue;
  private final DistanceHeap waiting = new DistanceHeap();

  ShortestPaths(LinkGraph graph) {
    this.graph = graph;
    this.queue = new int[graph.switchCount()];
  }

  /** The distances of all switches to one, by the index of the switch they are from. */
  int[] distancesTo(int destination) {
    int[] distances = new int[graph.switchCount()];
    Arrays.fill(distances, RoutingTable.UNREACHABLE);
    distances[destination] = 0;
    if (graph.equalWeight() != 0) {
      inTurn(destination, distances);
    } else {
      waiting.add(0, destination); // 1
      nearestFirst(graph, waiting, distances);
    }
    return distances;
  }

  private void inTurn(int destination, int[] distances) {
    queue[0] = destination; // 1
    int count = 1;
    for (int next = 0; next < count; next++) { // 2
      int here = queue[next];
      int through = distances[here] + graph.equalWeight();
      for (int link = graph.firstLink(here); link < graph.endLink(here); link++) { // 3
        int neighbor = graph.target(link);
        if (distances[neighbor] == RoutingTable.UNREACHABLE) {
          distances[neighbor] = through;
          queue[count++] = neighbor;
        }
      }
    }
  }

  /** Steps 2 and 3, until nobody waits. */
  static void nearestFirst(LinkGraph graph, DistanceHeap waiting, int[] distances) {
    while (!waiting.isEmpty()) { // 2
      long nearest = waiting.remove();
      int here = DistanceHeap.switchIndex(nearest);
      int distance = DistanceHeap.distance(nearest);
      if (distance > distances[here]) {
        continue;
      }
      for (int link = graph.firstLink(here); link < graph.endLink(here); link++) { // 3
        int neighbor = graph.target(link);
        int through = distance + graph.weight(graph.reverse(link));
        if (through < distances[neighbor]) {
          distances[neighbor] = through;
          waiting.add(through, neighbor);
        }
      }
    }
  }
}
