package maestro.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One thread's counters. Single writer; any thread may read, and sees a value that was true a
 * moment ago (opaque order).
 */
@SuppressWarnings("EnumOrdinal") // the enum is the index: nothing is stored beyond the process
public final class Counters {
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  /** A cache line of its own before and after, so that two threads' counters never share one. */
  private static final int PADDING = 16;

  private static final int THRESHOLD = PADDING + Counter.values().length;

  private final long[] values = new long[THRESHOLD + 1 + PADDING];

  /** Adds to a counter. The owner's thread only. */
  public void add(Counter counter, long amount) {
    int index = PADDING + counter.ordinal();
    LONGS.setOpaque(values, index, values[index] + amount);
  }

  /**
   * Says what the input batching threshold is now, in requests. The owner's thread only.
   *
   * @param requests is no count, so it is in no sum
   */
  public void threshold(int requests) {
    LONGS.setOpaque(values, THRESHOLD, (long) requests);
  }

  /** The input batching threshold in requests; 0 before the first batch. Any thread. */
  public long threshold() {
    return (long) LONGS.getOpaque(values, THRESHOLD);
  }

  /** The value now. Any thread. */
  public long get(Counter counter) {
    return (long) LONGS.getOpaque(values, PADDING + counter.ordinal());
  }
}
