package maestro.entries;

import java.util.concurrent.atomic.AtomicLong;

/** Bounds the bytes that wait between workers, the event thread and all switches. Any thread. */
final class WaitingBytes {
  private final long mostBytes;

  /** Volatile order. */
  private final AtomicLong waitingBytes = new AtomicLong();

  WaitingBytes(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Takes this many bytes; false when there is no room for them. */
  boolean take(int bytes) {
    if (waitingBytes.addAndGet(bytes) <= mostBytes) {
      return true;
    }
    waitingBytes.addAndGet(-bytes);
    return false;
  }

  /**
   * Takes the bytes even without room: for small amounts, or amounts that are bounded otherwise.
   */
  void takeAnyway(int bytes) {
    waitingBytes.addAndGet(bytes);
  }

  void giveBack(int bytes) {
    waitingBytes.addAndGet(-bytes);
  }

  long waitingBytes() {
    return waitingBytes.get();
  }
}
