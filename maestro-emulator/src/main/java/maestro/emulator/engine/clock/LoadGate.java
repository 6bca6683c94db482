package maestro.emulator.engine.clock;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Holds the load threads of a run while another program needs the processors. Any thread may hold
 * and release it; each load thread checks it once a cycle.
 */
public final class LoadGate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();

  /** Written under the lock; read without it, volatile, once a cycle. */
  private volatile boolean held;

  public void hold() {
    set(true);
  }

  public void release() {
    set(false);
  }

  public boolean isHeld() {
    return held;
  }

  /**
   * Waits until the gate is released. A load thread calls it; an interrupt does not end the wait.
   */
  void awaitRelease() {
    lock.lock();
    try {
      while (held) {
        released.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void set(boolean value) {
    lock.lock();
    try {
      held = value;
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
