package maestro.emulator.engine;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets the load threads of a run stand still while somebody else is to have the processors. Any
 * thread may say so; each load thread looks once a cycle.
 */
final class Hold {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();

  /** Written under the lock; read without it, volatile, once a cycle. */
  private volatile boolean held;

  void hold() {
    set(true);
  }

  void release() {
    set(false);
  }

  boolean isHeld() {
    return held;
  }

  /** Waits until it is released; on a load thread, which nobody interrupts. */
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
