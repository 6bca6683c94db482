package maestro.apps.global;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Limits the addresses of each switch to the number of free places in the table. So one switch that
 * floods leaves half of the table to the others, and n such switches leave 1/(n + 1) of it (dynamic
 * thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 1998).
 *
 * <p>Any thread, no locks. Threads that count at the same time may exceed the limit by one each.
 */
final class Shares {
  /** The number of counts; switches with higher numbers share a count. */
  private static final int COUNTS = 1 << 16;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(COUNTS);
  private final AtomicInteger total = new AtomicInteger();
  private final int capacity;

  Shares(int capacity) {
    this.capacity = capacity;
  }

  /** Whether the switch has as many addresses as are allowed. */
  boolean isUsedUp(int number) {
    return counts.getOpaque(number & (COUNTS - 1)) >= capacity - total.getOpaque();
  }

  /** Counts an address that is new in the table. */
  void learned(int number) {
    counts.incrementAndGet(number & (COUNTS - 1));
    total.incrementAndGet();
  }

  /** Counts an address that has moved from one switch to another. */
  void moved(int from, int to) {
    if (from != to) {
      counts.decrementAndGet(from & (COUNTS - 1));
      counts.incrementAndGet(to & (COUNTS - 1));
    }
  }
}
