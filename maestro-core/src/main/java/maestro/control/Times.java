package maestro.control;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Converts times of the controller's clock to times of the day. The difference of both clocks is
 * taken once, so that a moment always has the same time of the day. Immutable.
 */
final class Times {
  private static final double NS_PER_SECOND = 1e9;

  private final Instant start;
  private final long startNs;

  /** Both clocks at the same moment. */
  Times(Instant start, long startNs) {
    this.start = start;
    this.startNs = startNs;
  }

  static Times now() {
    return new Times(Instant.now(), System.nanoTime());
  }

  /** A moment as ISO 8601 has it, in UTC, to the millisecond. */
  String text(long ns) {
    return start.plusNanos(ns - startNs).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** A mark that another run of the controller does not have. */
  String mark() {
    return Long.toString(start.toEpochMilli(), Character.MAX_RADIX);
  }

  /** The time from one moment to another. */
  static double seconds(long fromNs, long toNs) {
    return (toNs - fromNs) / NS_PER_SECOND;
  }
}
