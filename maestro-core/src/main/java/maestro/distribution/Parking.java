package maestro.distribution;

import java.util.concurrent.locks.LockSupport;

/**
 * How the threads of a strategy wait for one another where no selector can wake them. Real threads
 * park; the simulator's only say so.
 */
public interface Parking {
  /** Parks and unparks threads. */
  Parking THREADS =
      new Parking() {
        @Override
        public Object self() {
          return Thread.currentThread();
        }

        @Override
        public void park(long maxNs) {
          LockSupport.parkNanos(maxNs);
        }

        @Override
        public void unpark(Object waiter) {
          LockSupport.unpark((Thread) waiter);
        }
      };

  /** Who calls: what {@link #unpark} takes. */
  Object self();

  /**
   * The caller waits until it is unparked, at most so long. That is the last thing it does in a
   * cycle: see {@link Schedule#await}.
   */
  void park(long maxNs);

  /** Ends a wait, the current or the next one. Any thread. */
  void unpark(Object waiter);
}
