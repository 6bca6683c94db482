package maestro.emulator.engine;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;

/**
 * Delays in a histogram, counted in runs: the answers that came with one read to requests that left
 * with one write have all the same delay and cost one record.
 *
 * <p>Confined to one thread; allocates nothing after construction.
 */
final class Delays {
  private static final long LONGEST_NS = 3_600_000_000_000L;
  private static final long SMALL_STEP_NS = 1024;

  private final AbstractHistogram histogram;
  private long runNs;
  private long runCount;

  /** Delays with so many significant digits. */
  Delays(int digits) {
    this(new Histogram(LONGEST_NS, digits));
  }

  private Delays(AbstractHistogram histogram) {
    this.histogram = histogram;
  }

  /** Delays in a few kilobytes, in steps of a microsecond, with two significant digits. */
  static Delays small() {
    return new Delays(new IntCountsHistogram(SMALL_STEP_NS, LONGEST_NS, 2));
  }

  /** Delays with three significant digits. */
  Delays() {
    this(3);
  }

  /** Notes one delay; below 0 counts as 0, above an hour as an hour. */
  void record(long delayNs) {
    if (delayNs != runNs) {
      endRun();
      runNs = delayNs;
    }
    runCount++;
  }

  /** All so far. The histogram goes on being filled. */
  AbstractHistogram histogram() {
    endRun();
    return histogram;
  }

  /** Throws all away. */
  void forget() {
    runCount = 0;
    histogram.reset();
  }

  private void endRun() {
    if (runCount > 0) {
      histogram.recordValueWithCount(Math.max(0, Math.min(LONGEST_NS, runNs)), runCount);
      runCount = 0;
    }
  }
}
