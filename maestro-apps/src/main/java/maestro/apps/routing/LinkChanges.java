package maestro.apps.routing;

import java.util.stream.IntStream;

/** The differences between two graphs of the same switches. Immutable. */
final class LinkChanges {
  private final int[] better;
  private final int[] worse;

  /**
   * Compares.
   *
   * @param before with as many switches as {@code after}
   */
  LinkChanges(LinkGraph before, LinkGraph after) {
    this.better =
        IntStream.range(0, after.linkCount())
            .filter(link -> !isAsGood(before, link, after))
            .toArray();
    this.worse =
        IntStream.range(0, before.linkCount())
            .filter(link -> !isAsGood(after, link, before))
            .map(before::source)
            .distinct()
            .toArray();
  }

  /**
   * Whether a graph has a link between the same switches as a link of another graph that weighs no
   * more.
   */
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

  /** The links of the later graph that are new or weigh less; must not be changed. */
  int[] better() {
    return better;
  }

  /** The switches at which a link began that is gone or weighs more now; must not be changed. */
  int[] worse() {
    return worse;
  }
}
