package maestro.apps.storm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The sources that a port has heard lately by requests, and since when. A new source takes the
 * place of the one that was heard longest ago. While that was heard within {@link #SILENCE_NS},
 * there are twice as many places from then on, up to {@value #MOST}.
 *
 * <p>Threads: {@link #add} is for the worker that has claimed the switch, the rest for any thread.
 * A reader may see a place half changed, and takes one source for another then; the next report
 * tells again. Allocates when there are more places.
 */
final class HeardSources {
  /** The most sources. */
  static final int MOST = 8;

  /** A source that was silent for so long begins anew; longer than the life of any entry for it. */
  private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(30);

  /** The result of {@link #find} for a source that was not heard. */
  private static final int NOWHERE = -1;

  // The cells of a place.
  private static final int SINCE = 1;
  private static final int HEARD = 2;
  private static final int CELLS = 3;

  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  /** For each place the source, since when it is heard, and when it was last. Opaque cells. */
  private volatile long[] places = {Majority.NONE, 0, 0};

  /** Notes a source. */
  void add(long source, long nowNs) {
    long[] own = places;
    int place = find(own, source);
    if (place == NOWHERE || nowNs - own[place + HEARD] > SILENCE_NS) {
      place = place == NOWHERE ? roomFor(own, nowNs) : place;
      own = places;
      CELL.setOpaque(own, place, source);
      CELL.setOpaque(own, place + SINCE, nowNs);
    }
    CELL.setOpaque(own, place + HEARD, nowNs);
  }

  private int roomFor(long[] own, long nowNs) {
    int oldest = 0;
    for (int place = 0; place < own.length; place += CELLS) {
      if (own[place] == Majority.NONE) {
        return place;
      }
      oldest = nowNs - own[place + HEARD] > nowNs - own[oldest + HEARD] ? place : oldest;
    }
    if (own.length == MOST * CELLS || nowNs - own[oldest + HEARD] > SILENCE_NS) {
      return oldest;
    }
    long[] more = Arrays.copyOf(own, 2 * own.length);
    for (int place = own.length; place < more.length; place += CELLS) {
      more[place] = Majority.NONE;
    }
    places = more;
    return own.length;
  }

  private static int find(long[] own, long source) {
    for (int place = 0; place < own.length; place += CELLS) {
      if ((long) CELL.getOpaque(own, place) == source) {
        return place;
      }
    }
    return NOWHERE;
  }

  /** Whether a source was heard not too long ago. */
  boolean has(long source, long nowNs) {
    return hasSince(source, nowNs - SILENCE_NS);
  }

  /** Whether a source was heard, and not before a time. */
  boolean hasSince(long source, long ns) {
    long[] own = places;
    int place = find(own, source);
    return place != NOWHERE && (long) CELL.getOpaque(own, place + HEARD) - ns >= 0;
  }

  /** Whether a source is known to be heard since a time or longer. */
  boolean hasBefore(long source, long ns) {
    long[] own = places;
    int place = find(own, source);
    return place != NOWHERE && (long) CELL.getOpaque(own, place + SINCE) - ns <= 0;
  }

  /** Whether a source was heard here before it was heard there. */
  boolean isAheadOf(HeardSources other, long source, long nowNs) {
    long[] own = places;
    int place = find(own, source);
    return place != NOWHERE
        && nowNs - (long) CELL.getOpaque(own, place + HEARD) <= SILENCE_NS
        && !(other.has(source, nowNs)
            && other.hasBefore(source, (long) CELL.getOpaque(own, place + SINCE)));
  }
}
