package maestro.net;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many lines of the log each origin (an address, a switch) may cause: a token bucket for each,
 * so that nobody can fill the disk. What is left out is counted, and said with the next line.
 * Thread-safe.
 *
 * <p>As many origins are known as were active last; one that comes back later begins anew.
 */
final class LogLines {
  private static final int MAX_ORIGINS = 4096;

  private final int burst;
  private final long perLineNs;

  /** Guarded by this; those that were quiet longest first. */
  private final Map<Object, Origin> origins =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Origin> eldest) {
          return size() > MAX_ORIGINS;
        }
      };

  private static final class Origin {
    /** The bucket is full again at this time. */
    private long fullNs;

    private long leftOut;
  }

  /**
   * Makes the buckets.
   *
   * @param burst so many lines at once
   * @param perLineNs and one more each time
   */
  LogLines(int burst, long perLineNs) {
    this.burst = burst;
    this.perLineNs = perLineNs;
  }

  /**
   * Asks for a line.
   *
   * @return what to write behind it, mostly nothing; null when there is to be no line
   */
  synchronized String permit(Object origin, long nowNs) {
    Origin known = origins.get(origin);
    if (known == null) {
      known = new Origin();
      known.fullNs = nowNs;
      origins.put(origin, known);
    }
    long fullNs = known.fullNs - nowNs < 0 ? nowNs : known.fullNs;
    if (fullNs - nowNs > (burst - 1) * perLineNs) {
      known.leftOut++;
      return null;
    }
    known.fullNs = fullNs + perLineNs;
    long leftOut = known.leftOut;
    known.leftOut = 0;
    return leftOut == 0 ? "" : " (" + leftOut + " lines about it were left out before)";
  }
}
