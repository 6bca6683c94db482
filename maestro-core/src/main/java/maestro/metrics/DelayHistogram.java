package maestro.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A histogram of delays: ten buckets a decade from 1 µs to 10 s, so that a quantile is known within
 * a quarter of its value. A bucket's upper bound belongs to it. Some 600 bytes, allocated once.
 *
 * <p>Threads: one writer at a time, such as the holder of a claim, calls {@link #add}; or all
 * writers call {@link #addTogether}. Any thread reads, and may get slightly old values that do not
 * all stem from the same moment (opaque order).
 */
public final class DelayHistogram {
  private static final long LEAST_NS = 1_000;
  private static final int DECADES = 7;

  /** Renard's series R10, rounded: steps of a quarter. */
  private static final int[] STEPS = {100, 125, 160, 200, 250, 320, 400, 500, 630, 800};

  private static final int STEP_PARTS = 100;
  private static final int TEN = 10;
  private static final long[] BOUNDS_NS = bounds();

  /** For each number of leading zeros, the first bucket that a delay with so many may be in. */
  private static final byte[] FIRST = firstBuckets();

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  /** The bucket of delays above the last bound. */
  private static final int ABOVE = BOUNDS_NS.length;

  private static final int SUM = ABOVE + 1;

  /** The buckets, then the sum in nanoseconds. Opaque. */
  private final long[] values = new long[SUM + 1];

  private static long[] bounds() {
    long[] bounds = new long[DECADES * STEPS.length + 1];
    long decadeNs = LEAST_NS;
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = decadeNs * STEPS[i % STEPS.length] / STEP_PARTS;
      decadeNs = i % STEPS.length == STEPS.length - 1 ? decadeNs * TEN : decadeNs;
    }
    return bounds;
  }

  private static byte[] firstBuckets() {
    byte[] first = new byte[Long.SIZE + 1];
    for (int zeros = 0; zeros <= Long.SIZE; zeros++) {
      long leastNs = zeros == Long.SIZE ? 0 : Long.MIN_VALUE >>> zeros;
      int bucket = 0;
      while (zeros > 0 && bucket < BOUNDS_NS.length && leastNs > BOUNDS_NS[bucket]) {
        bucket++;
      }
      first[zeros] = (byte) bucket;
    }
    return first;
  }

  /** The bucket of a delay; below 0 counts as 0. */
  private static int bucket(long delayNs) {
    long ns = Math.max(0, delayNs);
    int bucket = FIRST[Long.numberOfLeadingZeros(ns)];
    while (bucket < ABOVE && ns > BOUNDS_NS[bucket]) { // at most four steps
      bucket++;
    }
    return bucket;
  }

  /** Counts a delay several times. One writer at a time. */
  public void add(long delayNs, long times) {
    int bucket = bucket(delayNs);
    LONGS.setOpaque(values, bucket, values[bucket] + times);
    LONGS.setOpaque(values, SUM, values[SUM] + Math.max(0, delayNs) * times);
  }

  /** The same for several writers at once. */
  public void addTogether(long delayNs, long times) {
    long unused = (long) LONGS.getAndAdd(values, bucket(delayNs), times);
    unused = (long) LONGS.getAndAdd(values, SUM, Math.max(0, delayNs) * times);
  }

  /** What was counted by now. Any thread. */
  public DelayCounts counts() {
    long[] buckets = new long[SUM];
    for (int i = 0; i < SUM; i++) {
      buckets[i] = (long) LONGS.getOpaque(values, i);
    }
    return new DelayCounts(buckets, (long) LONGS.getOpaque(values, SUM));
  }

  /** The upper bound of each bucket but the last, which has none. */
  static long boundNs(int bucket) {
    return BOUNDS_NS[bucket];
  }

  /** How many buckets there are. */
  static int bucketCount() {
    return SUM;
  }
}
