package maestro.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One thread's counters. Single writer; any thread may read and may get a slightly old value
 * (opaque order).
 */
@SuppressWarnings("EnumOrdinal") // the enum is the index: nothing is stored beyond the process
public final class Counters {
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  /** Padding before and after, so that the counters of two threads never share a cache line. */
  private static final int PADDING = 16;

  private static final int THRESHOLD = PADDING + Counter.values().length;

  private static final int BUSY_NS = THRESHOLD + 1;

  private final long[] values = new long[BUSY_NS + 1 + PADDING];

  /** Adds to a counter. The owner's thread only. */
  public void add(Counter counter, long amount) {
    int index = PADDING + counter.ordinal();
    LONGS.setOpaque(values, index, values[index] + amount);
  }

  /**
   * Sets the current input batching threshold. The owner's thread only.
   *
   * @param requests the threshold; it is a level, so {@link Metrics} does not sum it
   */
  public void threshold(int requests) {
    LONGS.setOpaque(values, THRESHOLD, (long) requests);
  }

  /** The input batching threshold in requests; 0 before the first batch. Any thread. */
  public long threshold() {
    return (long) LONGS.getOpaque(values, THRESHOLD);
  }

  /** Adds to the time in cycles with visits. The owner's thread only. */
  public void addBusyNs(long ns) {
    LONGS.setOpaque(values, BUSY_NS, values[BUSY_NS] + ns);
  }

  /** The time in cycles with visits, without the search for work. Any thread. */
  public long busyNs() {
    return (long) LONGS.getOpaque(values, BUSY_NS);
  }

  /** The current value. Any thread. */
  public long get(Counter counter) {
    return (long) LONGS.getOpaque(values, PADDING + counter.ordinal());
  }
}
