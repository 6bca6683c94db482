package maestro.worker;

import java.util.concurrent.TimeUnit;

/**
 * Lets all workers stand still between two cycles for a moment: nobody holds a switch for longer
 * than a cycle, so then the applications can be exchanged.
 *
 * <p>Threads: {@link #rest} is for the workers, the others for the one thread that exchanges.
 */
public final class Pause {
  private final Object lock = new Object();

  /** Volatile: looked at once a cycle. Written under the lock. */
  private volatile boolean wanted;

  /** How many workers stand still. Guarded by the lock. */
  private int resting;

  /** Whether workers are to rest before their next cycle. */
  public boolean isWanted() {
    return wanted;
  }

  /**
   * Stands still until work goes on. What was done before the end of the pause is seen after it.
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
   * Asks for the pause and waits until it has begun.
   *
   * @param wakeUp wakes the workers that wait for work
   * @return false when not all workers came to rest in time; work goes on then, as it does when the
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

  /** Work goes on. */
  public void end() {
    synchronized (lock) {
      wanted = false;
      lock.notifyAll();
    }
  }
}
