package maestro.bench.soak;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long this process did not run: its thread sleeps for a millisecond at a time and
 * notes how much longer each sleep took. A collection of the heap or another program on the
 * processor delays it, and the measurement of answers as well.
 */
final class PauseMeter implements Runnable {
  private static final long SLEEP_NS = 1_000_000;

  private final AtomicLong longestNs = new AtomicLong();
  private volatile boolean stopped;

  @Override
  public void run() {
    long beforeNs = System.nanoTime();
    while (!stopped) {
      LockSupport.parkNanos(SLEEP_NS);
      long nowNs = System.nanoTime();
      longestNs.accumulateAndGet(nowNs - beforeNs - SLEEP_NS, Math::max);
      beforeNs = nowNs;
    }
  }

  /** The longest pause since the last call. */
  long takeLongestNs() {
    return longestNs.getAndSet(0);
  }

  void stop() {
    stopped = true;
  }
}
