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

  private final long[] values = new long[PADDING + Counter.values().length + PADDING];

  /** Adds to a counter. The owner's thread only. */
  public void add(Counter counter, long amount) {
    int index = PADDING + counter.ordinal();
    LONGS.setOpaque(values, index, values[index] + amount);
  }

  /** The value now. Any thread. */
  public long get(Counter counter) {
    return (long) LONGS.getOpaque(values, PADDING + counter.ordinal());
  }
}
