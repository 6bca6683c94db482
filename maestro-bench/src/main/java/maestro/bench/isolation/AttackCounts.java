package maestro.bench.isolation;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts the reactions of a controller to an attack. Any thread. */
public final class AttackCounts {
  private final LongAdder refused = new LongAdder();
  private final LongAdder closed = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder broken = new LongAdder();

  private final LongAccumulator joinNs = new LongAccumulator(Math::max, 0);

  /** Volatile order: set once. */
  private final AtomicReference<String> firstBroken = new AtomicReference<>("");

  /** Counts a refused connection. */
  public void refused() {
    refused.increment();
  }

  /** Counts a connection that the controller closed. */
  public void closed() {
    closed.increment();
  }

  /** Counts an ERROR message. */
  public void error() {
    errors.increment();
  }

  /**
   * Counts a violation of the promise, which the good switch may not notice.
   *
   * @param how in one line
   */
  public void broken(String how) {
    broken.increment();
    firstBroken.compareAndSet("", how);
  }

  /** Notes how long a right switch took to get in beside the attack. */
  public void joined(long tookNs) {
    joinNs.accumulate(tookNs);
  }

  /** The longest time that a right switch took; 0 when none was timed. */
  public long longestJoinNs() {
    return joinNs.get();
  }

  public long refusedCount() {
    return refused.sum();
  }

  public long closedCount() {
    return closed.sum();
  }

  public long errorCount() {
    return errors.sum();
  }

  public long brokenCount() {
    return broken.sum();
  }

  /** The first violation of the promise; empty when it was kept. */
  public String firstBroken() {
    return firstBroken.get();
  }
}
