package maestro.net.session;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the log lines or events of each origin (an address, a switch, an application) by a token
 * bucket, so that no origin can fill the disk. Omitted lines are counted, and the next line says
 * how many. Thread-safe.
 *
 * <p>Only the origins active last are kept; an origin that comes back later begins anew.
 */
public final class LogLines {
  private static final int MAX_ORIGINS = 4096;

  private final int burst;
  private final long perLineNs;

  /** Guarded by this; the origins that were quiet longest come first. */
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
   * @param burst how many lines at once
   * @param perLineNs the time that allows one more line
   */
  public LogLines(int burst, long perLineNs) {
    this.burst = burst;
    this.perLineNs = perLineNs;
  }

  /**
   * Asks for a line.
   *
   * @return the text to append to the line, mostly empty; null when no line may be logged
   */
  public @Nullable String permit(Object origin, long nowNs) {
    long leftOut = take(origin, nowNs);
    return switch ((int) Math.min(leftOut, 2)) {
      case -1 -> null;
      case 0 -> "";
      case 1 -> " (1 line about it was left out before)";
      default -> " (" + leftOut + " lines about it were left out before)";
    };
  }

  /** How many were left out before this one; -1 when it is left out, too. */
  public synchronized long take(Object origin, long nowNs) {
    Origin known = origins.get(origin);
    if (known == null) {
      known = new Origin();
      known.fullNs = nowNs;
      origins.put(origin, known);
    }
    long fullNs = known.fullNs - nowNs < 0 ? nowNs : known.fullNs;
    if (fullNs - nowNs > (burst - 1) * perLineNs) {
      known.leftOut++;
      return -1;
    }
    known.fullNs = fullNs + perLineNs;
    long leftOut = known.leftOut;
    known.leftOut = 0;
    return leftOut;
  }
}
