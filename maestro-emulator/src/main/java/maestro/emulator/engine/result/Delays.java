package maestro.emulator.engine.result;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Counts of delays in the buckets of an HdrHistogram, without all else that one keeps.
 *
 * <p>Each request under load is counted three times: how late it left, and how long its answer took
 * for its switch and for all. With smooth arrivals no two delays are equal. So this is an index and
 * an increment: total, smallest and largest are found by {@link #histogram}.
 *
 * <pre>
 *  value in steps     bucket, with b bits
 *  0 … 2^(b+1) − 1    the value
 *  2^k … 2^(k+1) − 1  ((k − b) &lt;&lt; b) + (value &gt;&gt;&gt; (k − b)), for k &gt; b
 * </pre>
 *
 * <p>Confined to one thread; allocates nothing after construction but in {@link #histogram}.
 */
public final class Delays {
  private static final long LONGEST_NS = 3_600_000_000_000L;

  /** For two significant digits: 1 ÷ 128 is less than 1 %. */
  private static final int TWO_DIGITS_BITS = 7;

  /** For three. */
  private static final int THREE_DIGITS_BITS = 10;

  /** About a microsecond. */
  private static final int SMALL_STEP_BITS = 10;

  private final int digits;
  private final int bits;
  private final int stepBits;
  private final long mostSteps;
  private final int[] counts;

  private Delays(int digits, int bits, int stepBits) {
    this.digits = digits;
    this.bits = bits;
    this.stepBits = stepBits;
    this.mostSteps = LONGEST_NS >> stepBits;
    this.counts = new int[bucket(mostSteps, bits) + 1];
  }

  /** Delays with three significant digits. */
  public Delays() {
    this(3, THREE_DIGITS_BITS, 0);
  }

  /** Delays with two significant digits: few buckets, which stay in the cache. */
  public static Delays coarse() {
    return new Delays(2, TWO_DIGITS_BITS, 0);
  }

  /** Delays in a few kilobytes, in steps of a microsecond, with two significant digits. */
  public static Delays small() {
    return new Delays(2, TWO_DIGITS_BITS, SMALL_STEP_BITS);
  }

  /**
   * Counts one delay; below 0 counts as 0, above an hour as an hour. A bucket holds four thousand
   * million.
   */
  public void record(long delayNs) {
    record(delayNs, 1);
  }

  /** Counts so many equal delays. */
  public void record(long delayNs, long count) {
    long value = delayNs >> stepBits;
    if (value < 0 || value > mostSteps) {
      value = value < 0 ? 0 : mostSteps;
    }
    counts[bucket(value, bits)] += (int) count;
  }

  /** All so far, as a histogram of its own. */
  public Histogram histogram() {
    Histogram all = new Histogram(1L << stepBits, LONGEST_NS, digits);
    for (int bucket = 0; bucket < counts.length; bucket++) {
      if (counts[bucket] != 0) {
        all.recordValueWithCount(lowest(bucket, bits) << stepBits, counts[bucket] & 0xffff_ffffL);
      }
    }
    return all;
  }

  /** Throws all away. */
  public void forget() {
    Arrays.fill(counts, 0);
  }

  private static int bucket(long value, int bits) {
    int shift = Long.SIZE - 1 - bits - Long.numberOfLeadingZeros(value | ((2L << bits) - 1));
    return (shift << bits) + (int) (value >>> shift);
  }

  private static long lowest(int bucket, int bits) {
    int shift = Math.max(0, (bucket >>> bits) - 1);
    return (long) (bucket - (shift << bits)) << shift;
  }
}
