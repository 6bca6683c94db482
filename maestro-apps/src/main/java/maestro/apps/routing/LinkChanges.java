package maestro.apps.routing;

import java.util.stream.IntStream;

/**
 * What differs between two graphs of the same switches, and which distances survive it.
 *
 * <p>Distances to a destination are right exactly if they fulfil Bellman's equations (Quarterly of
 * Applied Mathematics 16, 1958); with positive weights there is no other solution:
 *
 * <ol>
 *   <li>over no link is a switch nearer than its distance, and
 *   <li>over some link it is as near as that, unless it is the destination or cannot reach it.
 * </ol>
 *
 * <p>Both were true before, so they can have become false only at the ends of links that changed:
 * the first where a link is new or weighs less, the second where one is gone or weighs more.
 * Looking there is much less work than computing anew, and it also spares the destinations for
 * which a lost link had an alternative.
 *
 * <p>Immutable.
 */
final class LinkChanges {
  private final LinkGraph graph;
  private final int[] better;
  private final int[] worse;

  /**
   * Compares.
   *
   * @param before with as many switches as {@code graph}
   */
  LinkChanges(LinkGraph before, LinkGraph graph) {
    this.graph = graph;
    this.better =
        IntStream.range(0, graph.linkCount())
            .filter(link -> !isAsGood(before, link, graph))
            .toArray();
    this.worse =
        IntStream.range(0, before.linkCount())
            .filter(link -> !isAsGood(graph, link, before))
            .map(before::source)
            .distinct()
            .toArray();
  }

  /** Whether a graph has a link between the ends of one of another graph that weighs no more. */
  private static boolean isAsGood(LinkGraph graph, int otherLink, LinkGraph other) {
    int from = other.source(otherLink);
    for (int link = graph.firstLink(from); link < graph.endLink(from); link++) {
      if (graph.target(link) == other.target(otherLink)
          && graph.weight(link) <= other.weight(otherLink)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the distances before are also those after.
   *
   * @param distances to {@code destination}, by the index of the switch they are from
   */
  boolean spare(int destination, int[] distances) {
    for (int link : better) { // 1
      if (over(link, distances) < distances[graph.source(link)]) {
        return false;
      }
    }
    for (int from : worse) { // 2
      if (from != destination && !isReached(from, distances)) {
        return false;
      }
    }
    return true;
  }

  private boolean isReached(int from, int[] distances) {
    boolean reached = distances[from] == RoutingTable.UNREACHABLE;
    for (int link = graph.firstLink(from); link < graph.endLink(from) && !reached; link++) {
      reached = over(link, distances) == distances[from];
    }
    return reached;
  }

  private int over(int link, int[] distances) {
    int beyond = distances[graph.target(link)];
    return beyond == RoutingTable.UNREACHABLE
        ? RoutingTable.UNREACHABLE
        : beyond + graph.weight(link);
  }
}
