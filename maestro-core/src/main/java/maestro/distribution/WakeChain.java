package maestro.distribution;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes workers that wait for a queue, one at a time: who was woken looks, and wakes the next when
 * there is more. To wake a thread costs more than to read a socket, so a thread that fills the
 * queue must not do it for each entry.
 *
 * <p>Nothing is forgotten: who has published an entry and sees somebody on his way published it
 * before that one looks.
 */
final class WakeChain {
  private final ParkingLot parked;

  /** Volatile: somebody was woken and has not looked yet. He lowers it before he does. */
  private final AtomicBoolean onTheWay = new AtomicBoolean();

  WakeChain(ParkingLot parked) {
    this.parked = parked;
  }

  /** Wakes somebody, unless somebody is on his way. After an entry was published. */
  void wakeOne() {
    while (parked.hasWaiting() && onTheWay.compareAndSet(false, true)) {
      if (parked.unparkOne()) {
        return;
      }
      onTheWay.set(false); // who announced himself meanwhile may have been left to this thread
    }
  }

  /** Whoever waited is about to look. */
  void look() {
    onTheWay.set(false);
  }
}
