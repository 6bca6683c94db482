package maestro.control.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Chooses the switches, links or ports that have metrics of their own. Each name that was ever used
 * is a series in the memory of who scrapes, so names change slowly:
 *
 * <ol>
 *   <li>A place that nobody has goes to the one with the highest score.
 *   <li>Who is gone keeps the place for {@link #KEPT_NS}, so that one that comes back has its name
 *       again.
 *   <li>Otherwise a place changes hands only when the score of who has none is twice the score of
 *       who has it, and {@code margin} more. So scores that go up and down together change nothing,
 *       and while scores only grow, a place changes a few dozen times at most.
 * </ol>
 *
 * <p>Confined to the control thread.
 *
 * @param <K> what is named
 */
final class NamedFew<K> {
  /** For as long Prometheus shows the last value of a series that has ended. */
  static final long KEPT_NS = TimeUnit.MINUTES.toNanos(5);

  private static final double TWICE = 2;

  private final int most;
  private final double margin;

  /** Who has a place, and when it was last there. */
  private final Map<K, Long> seenNs = new HashMap<>();

  /**
   * Nobody yet.
   *
   * @param most how many places there are
   */
  NamedFew(int most, double margin) {
    this.most = most;
    this.margin = margin;
  }

  /** Gives the places to some of those that are there; a score is not negative. */
  void update(long nowNs, Map<K, Double> scores) {
    seenNs.replaceAll((key, seen) -> scores.containsKey(key) ? nowNs : seen);
    seenNs.values().removeIf(seen -> nowNs - seen >= KEPT_NS); // 2
    List<K> with = new ArrayList<>(seenNs.keySet());
    with.retainAll(scores.keySet());
    List<K> without = new ArrayList<>(scores.keySet());
    without.removeAll(seenNs.keySet());
    if (without.isEmpty() || (seenNs.size() >= most && !isOvertaken(with, without, scores))) {
      return; // nearly always: to sort thousands each second is not free
    }
    Comparator<K> byScore = Comparator.comparing(scores::get);
    without.sort(byScore.reversed());
    with.sort(byScore);
    Iterator<K> next = without.iterator();
    while (next.hasNext() && seenNs.size() < most) { // 1
      seenNs.put(next.next(), nowNs);
    }
    for (K holder : with) { // 3
      K rival = next.hasNext() ? next.next() : holder;
      if (!overtakes(score(scores, rival), score(scores, holder))) {
        return;
      }
      seenNs.remove(holder);
      seenNs.put(rival, nowNs);
    }
  }

  private static <K> double score(Map<K, Double> scores, K key) {
    return scores.getOrDefault(key, 0.0);
  }

  private boolean isOvertaken(List<K> with, List<K> without, Map<K, Double> scores) {
    double least = with.stream().mapToDouble(scores::get).min().orElse(Double.POSITIVE_INFINITY);
    return without.stream().mapToDouble(scores::get).anyMatch(score -> overtakes(score, least));
  }

  private boolean overtakes(double rival, double holder) {
    return rival >= TWICE * holder + margin;
  }

  /** Whether it has a name of its own. */
  boolean contains(K key) {
    return seenNs.containsKey(key);
  }
}
