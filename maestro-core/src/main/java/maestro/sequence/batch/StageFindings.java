package maestro.sequence.batch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mistakes that {@link StageCheck} has found. Logs the first, second, fourth, eighth one of a
 * kind in one stage and so on, so that they never flood the log.
 *
 * <p>Threads: any.
 */
public final class StageFindings {
  /** A kind of mistake. */
  enum Kind {
    TWICE,
    UNANSWERED,
    COVERED,
    BLOCKED
  }

  private static final Logger LOG = LoggerFactory.getLogger(StageFindings.class);

  private record Key(String who, Kind kind) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byName = who.compareTo(other.who);
      return byName == 0 ? kind.compareTo(other.kind) : byName;
    }
  }

  private record Found(int count, String first) {}

  private final Map<Key, Found> found = new TreeMap<>();

  /**
   * Reports a mistake.
   *
   * @param who the application and its stage, or the sequence
   * @param what was seen, behind a colon
   */
  synchronized void report(String who, Kind kind, String what) {
    Found now =
        found.merge(
            new Key(who, kind),
            new Found(1, what),
            (all, one) -> new Found(all.count + 1, all.first));
    if (Integer.bitCount(now.count) == 1) {
      LOG.warn("{}: {} (found {} times by now)", who, what, now.count);
    }
  }

  /** One line for each kind of mistake in each stage: the first one, and how many there are. */
  public synchronized List<String> lines() {
    return found.entrySet().stream()
        .map(
            each ->
                "%s: %s (found %d times by now)"
                    .formatted(each.getKey().who, each.getValue().first, each.getValue().count))
        .toList();
  }
}
