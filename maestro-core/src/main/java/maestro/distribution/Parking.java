package maestro.distribution;

import java.util.concurrent.locks.LockSupport;

/**
 * How the threads of a strategy wait where no selector can wake them. Real threads park; those of
 * the simulator only record that they would.
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

  /** The calling thread, as an argument for {@link #unpark}. */
  Object self();

  /**
   * The caller waits until it is unparked, at most this long. The wait is its last operation in a
   * cycle, see {@link Schedule#await}.
   */
  void park(long maxNs);

  /** Ends a wait, the current or the next one. Any thread. */
  void unpark(Object waiter);
}
