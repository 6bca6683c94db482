package maestro.distribution;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes workers that wait for a queue, one at a time. A woken worker polls the queue and wakes the
 * next worker when there are more entries. To wake a thread costs more than to read a socket, so
 * the thread that fills the queue must not do it for each entry.
 *
 * <p>No entry is forgotten: when a thread has published an entry and sees {@code onTheWay} raised,
 * the woken worker polls the queue after that.
 */
final class WakeChain {
  private final ParkingLot parked;

  /**
   * Volatile: a worker was woken and has not polled the queue yet. The worker lowers the flag
   * before it polls.
   */
  private final AtomicBoolean onTheWay = new AtomicBoolean();

  WakeChain(ParkingLot parked) {
    this.parked = parked;
  }

  /** Wakes a worker, unless one is on the way. Call it after an entry was published. */
  void wakeOne() {
    while (parked.hasWaiting() && onTheWay.compareAndSet(false, true)) {
      if (parked.unparkOne()) {
        return;
      }
      onTheWay.set(false); // check again: a worker may have announced itself meanwhile
    }
  }

  /** A worker that waited is about to poll the queue. */
  void poll() {
    onTheWay.set(false);
  }
}
