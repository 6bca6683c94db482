package maestro.simulate;

import java.util.ArrayDeque;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;

/** A switch that records the time of each request, and so the delay of its answer. */
final class TimedSource implements Source {
  private static final long LONGEST_NS = 3_600_000_000_000L;

  private final DoubleSupplier distanceNs;
  private final long fromNs;
  private final ArrayDeque<Long> unanswered = new ArrayDeque<>();
  private final Histogram delays = new Histogram(LONGEST_NS, 3);
  private double nextNs;
  private long arrived;

  /**
   * A switch.
   *
   * @param distanceNs draws the time from one request to the next
   * @param fromNs requests before this time do not count
   */
  TimedSource(DoubleSupplier distanceNs, long fromNs) {
    this.distanceNs = distanceNs;
    this.fromNs = fromNs;
    nextNs = distanceNs.getAsDouble();
  }

  @Override
  public long arrivedBy(long ns) {
    while (nextNs <= ns) {
      unanswered.add((long) nextNs);
      arrived++;
      nextNs += distanceNs.getAsDouble();
    }
    return arrived;
  }

  @Override
  public long nextNs() {
    return (long) Math.ceil(nextNs);
  }

  @Override
  public void answered(long count, long ns) {
    for (long i = 0; i < count; i++) {
      long sentNs = unanswered.poll();
      if (sentNs >= fromNs) {
        delays.recordValue(ns - sentNs);
      }
    }
  }

  /** The delays of answered requests, in nanoseconds. */
  Histogram delays() {
    return delays;
  }
}
