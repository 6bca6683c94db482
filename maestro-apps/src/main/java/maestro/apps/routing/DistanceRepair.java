package maestro.apps.routing;

/**
 * Computes the distances to one switch after links have changed from those before. Only the
 * distances that became longer or shorter are computed, after Ramalingam and Reps (Journal of
 * Algorithms 21, 1996), for any number of changes at once.
 *
 * <ol>
 *   <li>A switch at which a worse link begins is lost, unless another link to a switch that is not
 *       lost gives it the same distance. The switches whose paths led over a lost switch may be
 *       lost, too. The nearest are checked first, so that a switch is settled before those whose
 *       paths lead over it.
 *   <li>When no switch is lost and no better link makes its switch nearer, all distances stay.
 *   <li>Each lost switch gets its distance over switches that are not lost. Each switch with a
 *       better link gets its distance over that link. Both wait.
 *   <li>From there on it is Dijkstra's algorithm.
 * </ol>
 *
 * <p>Confined to one thread; scratch arrays are reused for each destination.
 */
final class DistanceRepair {
  private final LinkGraph graph;
  private final LinkChanges changes;
  private final DistanceHeap waiting = new DistanceHeap();
  private final boolean[] isLost;
  private final int[] lost;
  private int lostCount;

  /**
   * Repairs distances.
   *
   * @param graph after the changes
   */
  DistanceRepair(LinkGraph graph, LinkChanges changes) {
    this.graph = graph;
    this.changes = changes;
    this.isLost = new boolean[graph.switchCount()];
    this.lost = new int[graph.switchCount()];
  }

  /**
   * Computes the distances to a switch.
   *
   * @param before the distances before the changes, by the index of the source
   * @return the same array when no distance has changed
   */
  int[] after(int destination, int[] before) {
    findLost(destination, before); // 1
    if (lostCount == 0 && !isAnyNearer(before)) { // 2
      return before;
    }
    int[] distances = before.clone();
    for (int i = 0; i < lostCount; i++) {
      distances[lost[i]] = RoutingTable.UNREACHABLE;
    }
    for (int i = 0; i < lostCount; i++) { // 3
      for (int link = graph.firstLink(lost[i]); link < graph.endLink(lost[i]); link++) {
        comeNearer(link, distances);
      }
    }
    for (int link : changes.better()) {
      comeNearer(link, distances);
    }
    ShortestPaths.nearestFirst(graph, waiting, distances); // 4
    forgetLost();
    return distances;
  }

  private void findLost(int destination, int[] before) {
    for (int from : changes.worse()) {
      if (from != destination && before[from] != RoutingTable.UNREACHABLE) {
        waiting.add(before[from], from);
      }
    }
    while (!waiting.isEmpty()) {
      int here = DistanceHeap.switchIndex(waiting.remove());
      if (isLost[here] || isAsNear(here, before)) {
        continue;
      }
      isLost[here] = true;
      lost[lostCount++] = here;
      for (int link = graph.firstLink(here); link < graph.endLink(here); link++) {
        int neighbor = graph.target(link);
        // Not only when equal: the link may weigh less now than when the path led over it.
        if (neighbor != destination && over(graph.reverse(link), before) <= before[neighbor]) {
          waiting.add(before[neighbor], neighbor);
        }
      }
    }
  }

  private boolean isAsNear(int from, int[] before) {
    for (int link = graph.firstLink(from); link < graph.endLink(from); link++) {
      if (!isLost[graph.target(link)] && over(link, before) == before[from]) {
        return true;
      }
    }
    return false;
  }

  private boolean isAnyNearer(int[] before) {
    for (int link : changes.better()) {
      if (over(link, before) < before[graph.source(link)]) {
        return true;
      }
    }
    return false;
  }

  private void comeNearer(int link, int[] distances) {
    int from = graph.source(link);
    int distance = over(link, distances);
    if (distance < distances[from]) {
      distances[from] = distance;
      waiting.add(distance, from);
    }
  }

  private int over(int link, int[] distances) {
    int beyond = distances[graph.target(link)];
    return beyond == RoutingTable.UNREACHABLE
        ? RoutingTable.UNREACHABLE
        : beyond + graph.weight(link);
  }

  private void forgetLost() {
    for (int i = 0; i < lostCount; i++) {
      isLost[lost[i]] = false;
    }
    lostCount = 0;
  }
}
