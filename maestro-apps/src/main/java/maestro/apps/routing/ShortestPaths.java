package maestro.apps.routing;

import java.util.Arrays;

/**
 * The distances from all switches to one, by Dijkstra's algorithm (Numerische Mathematik 1, 1959).
 *
 * <ol>
 *   <li>The destination has distance 0 and is the only switch that waits.
 *   <li>Take the nearest waiting switch. If a shorter path to it was found after it was added, it
 *       has been taken before.
 *   <li>Its neighbours are no farther than through it. A neighbour that comes nearer thereby waits.
 * </ol>
 *
 * <p>When all links weigh the same, switches are found in the order of their distance, so a queue
 * replaces the heap.
 *
 * <p>Confined to one thread; scratch arrays are reused for each destination.
 */
final class ShortestPaths {
  private final LinkGraph graph;
  private final int[] queue;
  private final DistanceHeap waiting = new DistanceHeap();

  ShortestPaths(LinkGraph graph) {
    this.graph = graph;
    this.queue = new int[graph.switchCount()];
  }

  /** The distances of all switches to one, by the index of the source. */
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

  /** Steps 2 and 3, until no switch waits. */
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
