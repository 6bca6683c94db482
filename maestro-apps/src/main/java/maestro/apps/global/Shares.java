package maestro.apps.global;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many addresses of the table are at each switch, and how many may be: fewer than there are
 * free places. So one switch that floods leaves half of the table to the others, and n of them
 * leave a part of n + 1 (dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on
 * Networking 1998).
 *
 * <p>Any thread, no locks. What threads count at the same time may go above by one for each.
 */
final class Shares {
  /** Switches of more numbers than that share a count. */
  private static final int COUNTS = 1 << 16;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(COUNTS);
  private final AtomicInteger total = new AtomicInteger();
  private final int capacity;

  Shares(int capacity) {
    this.capacity = capacity;
  }

  /** Whether the switch has as many addresses as it may have. */
  boolean isUsedUp(int number) {
    return counts.getOpaque(number & (COUNTS - 1)) >= capacity - total.getOpaque();
  }

  /** An address that was not in the table is at this switch. */
  void learned(int number) {
    counts.incrementAndGet(number & (COUNTS - 1));
    total.incrementAndGet();
  }

  /** An address has come from one switch to another. */
  void moved(int from, int to) {
    if (from != to) {
      counts.decrementAndGet(from & (COUNTS - 1));
      counts.incrementAndGet(to & (COUNTS - 1));
    }
  }
}
