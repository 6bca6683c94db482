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
 * <p>Those that wait are in a binary heap of numbers with the distance in the upper half and the
 * switch in the lower. When all links weigh the same they become nearer in the order in which they
 * were taken, and a queue does instead.
 *
 * <p>Threads: one; what it needs to compute is kept from one destination to the next.
 */
final class ShortestPaths {
  private final LinkGraph graph;
  private final int[] queue;
  private final long[] heap;
  private int heapCount;

  ShortestPaths(LinkGraph graph) {
    this.graph = graph;
    boolean equalWeights = graph.equalWeight() != 0;
    this.queue = new int[equalWeights ? graph.switchCount() : 0];
    this.heap = new long[equalWeights ? 0 : graph.linkCount() + 1];
  }

  /** The distances of all switches to one, by the index of the switch they are from. */
  int[] distancesTo(int destination) {
    int[] distances = new int[graph.switchCount()];
    Arrays.fill(distances, RoutingTable.UNREACHABLE);
    distances[destination] = 0;
    if (graph.equalWeight() != 0) {
      inTurn(destination, graph.equalWeight(), distances);
    } else {
      nearestFirst(destination, distances);
    }
    return distances;
  }

  private void inTurn(int destination, int weight, int[] distances) {
    queue[0] = destination; // 1
    int count = 1;
    for (int next = 0; next < count; next++) { // 2
      int here = queue[next];
      int through = distances[here] + weight;
      for (int link = graph.firstLink(here); link < graph.endLink(here); link++) { // 3
        int neighbor = graph.target(link);
        if (distances[neighbor] == RoutingTable.UNREACHABLE) {
          distances[neighbor] = through;
          queue[count++] = neighbor;
        }
      }
    }
  }

  private void nearestFirst(int destination, int[] distances) {
    add(destination); // 1
    while (heapCount > 0) { // 2
      long nearest = removeLeast();
      int here = (int) nearest;
      int distance = (int) (nearest >>> 32);
      if (distance > distances[here]) {
        continue;
      }
      for (int link = graph.firstLink(here); link < graph.endLink(here); link++) { // 3
        int neighbor = graph.target(link);
        int through = distance + graph.weight(graph.reverse(link));
        if (through < distances[neighbor]) {
          distances[neighbor] = through;
          add((long) through << 32 | neighbor);
        }
      }
    }
  }

  private void add(long entry) {
    int child = heapCount++;
    while (child > 0) {
      int parent = (child - 1) >>> 1;
      if (heap[parent] <= entry) {
        break;
      }
      heap[child] = heap[parent];
      child = parent;
    }
    heap[child] = entry;
  }

  private long removeLeast() {
    long least = heap[0];
    long moved = heap[--heapCount];
    int parent = 0;
    int child = 1;
    while (child < heapCount) {
      if (child + 1 < heapCount && heap[child + 1] < heap[child]) {
        child++;
      }
      if (moved <= heap[child]) {
        break;
      }
      heap[parent] = heap[child];
      parent = child;
      child = 2 * child + 1;
    }
    heap[parent] = moved;
    return least;
  }
}
