package maestro.distribution;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The workers that wait to be unparked. A worker announces itself, looks once more for work, parks,
 * and withdraws; whoever makes work looks here after it has published it. Both sides use volatile
 * order, so one of them sees the other.
 */
final class ParkingLot {
  private final AtomicReferenceArray<Thread> threads;

  ParkingLot(int workers) {
    threads = new AtomicReferenceArray<>(workers);
  }

  void announce(int worker) {
    threads.set(worker, Thread.currentThread());
  }

  void withdraw(int worker) {
    threads.set(worker, null);
  }

  /** Wakes this worker if it waits here. */
  void unpark(int worker) {
    Thread thread = threads.get(worker);
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /** Wakes one of those that wait here; false when nobody does. */
  boolean unparkOne() {
    for (int i = 0; i < threads.length(); i++) {
      Thread thread = threads.get(i);
      if (thread != null && threads.compareAndSet(i, thread, null)) {
        LockSupport.unpark(thread);
        return true;
      }
    }
    return false;
  }
}
