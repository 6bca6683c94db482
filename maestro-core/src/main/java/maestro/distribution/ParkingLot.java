package maestro.distribution;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The workers that wait to be unparked. A worker announces itself, checks for work once more,
 * parks, and withdraws. A thread that publishes work checks for waiting workers after the
 * publication. Both sides use volatile order, so at least one of them sees the other.
 */
final class ParkingLot {
  private final AtomicReferenceArray<Object> waiting;
  private final Parking parking;

  ParkingLot(DistributionSettings settings) {
    waiting = new AtomicReferenceArray<>(settings.workers());
    parking = settings.parking();
  }

  void announce(int worker) {
    waiting.set(worker, parking.self());
  }

  void withdraw(int worker) {
    waiting.set(worker, null);
  }

  /** Wakes this worker if it waits. */
  void unpark(int worker) {
    Object waiter = waiting.get(worker);
    if (waiter != null) {
      parking.unpark(waiter);
    }
  }

  boolean hasWaiting() {
    for (int i = 0; i < waiting.length(); i++) {
      if (waiting.get(i) != null) {
        return true;
      }
    }
    return false;
  }

  /** Wakes one waiting worker; false when none waits. */
  boolean unparkOne() {
    for (int i = 0; i < waiting.length(); i++) {
      Object waiter = waiting.get(i);
      if (waiter != null && waiting.compareAndSet(i, waiter, null)) {
        parking.unpark(waiter);
        return true;
      }
    }
    return false;
  }
}
