package maestro.emulator.soak;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How long this process did not run when it should have: a thread that sleeps for a millisecond at
 * a time and notes by how much it overslept. What delays it, a collection of our heap or another
 * program on our processor, delays the measuring of answers too.
 */
final class OwnPauses implements Runnable {
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

  /** The longest since it was last asked for. */
  long takeLongestNs() {
    return longestNs.getAndSet(0);
  }

  void stop() {
    stopped = true;
  }
}
