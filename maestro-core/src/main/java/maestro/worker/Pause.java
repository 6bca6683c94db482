package maestro.worker;

import java.util.concurrent.TimeUnit;

/**
 * Lets all workers rest between two cycles. No worker holds a claim between cycles, so the
 * applications can be exchanged then.
 *
 * <p>Threads: the workers call {@link #isWanted} and {@link #rest}; the one thread that exchanges
 * calls the other methods.
 */
public final class Pause {
  private final Object lock = new Object();

  /** Volatile: read once a cycle. Written under the lock. */
  private volatile boolean wanted;

  /** How many workers rest. Guarded by the lock. */
  private int resting;

  /** Whether workers must rest before their next cycle. */
  public boolean isWanted() {
    return wanted;
  }

  /**
   * Rests until the pause ends. The worker then sees all writes from before the end of the pause.
   */
  public void rest() {
    boolean interrupted = false;
    synchronized (lock) {
      resting++;
      lock.notifyAll();
      while (wanted) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      resting--;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Starts the pause and waits until all workers rest.
   *
   * @param wakeUp wakes the workers that wait for work
   * @return false when not all workers rested in time. The pause ends then, and also when the
   *     waiting thread is interrupted
   */
  public boolean begin(int workers, Runnable wakeUp, long timeoutMs) throws InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    synchronized (lock) {
      wanted = true;
    }
    boolean begun = false;
    try {
      wakeUp.run();
      begun = awaitRest(workers, endNs);
    } finally {
      if (!begun) {
        end();
      }
    }
    return begun;
  }

  private boolean awaitRest(int workers, long endNs) throws InterruptedException {
    synchronized (lock) {
      while (resting < workers) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
        if (leftMs <= 0) {
          return false;
        }
        lock.wait(leftMs);
      }
      return true;
    }
  }

  /** Ends the pause. */
  public void end() {
    synchronized (lock) {
      wanted = false;
      lock.notifyAll();
    }
  }
}
